// The data of ICU under the name by which ICU's library looks for it.
asm(R"(
  .section .rodata
  .balign 16
  .global )" ICU_DATA_NAME R"(
  .type )" ICU_DATA_NAME R"(, @object
)" ICU_DATA_NAME R"(:
  .incbin ")" ICU_DATA_FILE R"("
  .size )" ICU_DATA_NAME ", . - " ICU_DATA_NAME R"(
  .section .note.GNU-stack, "", @progbits
)");
