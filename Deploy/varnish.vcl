# Varnish before Fourfold, behind what serves HTTPS: as /etc/varnish/default.vcl, with varnishd -p http_gzip_support=off, or it holds the
# pieces of a streamed page for clients without gzip. It has nothing to cache: pages belong to accounts, and Fourfold has a cache of its own.
# Settings of Fourfold that belong to it, in /etc/fourfold/fourfold.env:
#   FOURFOLD_ALLOWED_HOSTS=lists.example.org
#   FOURFOLD_TRUSTED_PROXIES=127.0.0.1
vcl 4.1;

backend fourfold {
  .host = "127.0.0.1";
  .port = "8080";
  .first_byte_timeout = 75s;
  .between_bytes_timeout = 75s;
}

sub vcl_recv {
  # The X-Forwarded headers are those of the proxy that serves HTTPS. Varnish would pipe the methods of CalDAV.
  return (pass);
}
