// The first lines that a user of the old C++ API read, exactly as its document has them: they must compile as
// they are. quick_start_test.cpp calls them. clang-format off, and no warnings of ours: see CMakeLists.txt.
// clang-format off

#include <iostream>
#include <cstdlib>

#include "simhash_table.h"

#include "simhash.h"
#include "hash.h"

#include <cstdlib>
#include <ctime>

int TestSimhashTable()
{
    hash_t h1 = 0x0000000000000000;
    hash_t h2 = 0x0000000000000070;
    hash_t h3 = 0x0000000000000078;

    SimhashTablePtr tablePtr = CreateSimhashTable();
    tablePtr->Insert(h1);
    tablePtr->Insert(h3);

    cout << boolalpha << tablePtr->Search(h1) << endl;

    FindAnswerType ans;
    tablePtr->FindNearDups(h2, ans);

    cout << "ans.size() = " << ans.size() << ". They are :" << endl;
    for (FindAnswerType::iterator iter = ans.begin(); ans.end() != iter; ++iter)
    {
        cout << hex << *iter << endl;
    }
    cout << endl;


    tablePtr->FindNearDups(h1, ans);

    cout << "ans.size() = " << ans.size() << ". They are :" << endl;
    for (FindAnswerType::iterator iter = ans.begin(); ans.end() != iter; ++iter)
    {
        cout << hex << *iter << endl;
    }
    cout << endl;

    //TEST_EQUAL(h1, h3);
    return 0;
}
