# Warnings for our own targets only; -Werror so that none can creep in.
add_library(neardup_warnings INTERFACE)
target_compile_options(neardup_warnings INTERFACE -Wall -Wextra -Wconversion -Wshadow -Werror)
