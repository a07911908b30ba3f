#pragma once
#ifdef __linux__
#include <sys/vfs.h>
#endif
