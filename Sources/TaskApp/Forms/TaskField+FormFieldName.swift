public import StatePages
public import Tasks

extension TaskField: FormFieldName {}
