// Calls the quick start in a program of its own: tests/install builds it against the installed library, as
// C++11.
void TestBuildFromStringFeature();
int TestSimhashTable();

int main() {
  TestBuildFromStringFeature();
  return TestSimhashTable();
}
