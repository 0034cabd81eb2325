/* Which file systems are on another machine. */
#include "check.h"

#include "base/mount.h"

static void network_file_systems_are_known_by_their_number(void **state)
{
    (void)state;
    assert_string_equal(mount_network_name(0x6969), "NFS");
    assert_string_equal(mount_network_name(0xff534d42), "CIFS");
    assert_string_equal(mount_network_name(0xffffffffff534d42), "CIFS"); /* sign-extended */
    assert_null(mount_network_name(0xef53));                             /* ext4 */
    assert_null(mount_network_name(0x01021994));                         /* tmpfs */
}

static void a_file_that_is_not_there_is_judged_by_its_folder(void **state)
{
    (void)state;
    assert_null(mount_network("/proc/none"));
    assert_null(mount_network("none"));
    assert_null(mount_network("/none/none/none"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(network_file_systems_are_known_by_their_number),
        cmocka_unit_test(a_file_that_is_not_there_is_judged_by_its_folder),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
