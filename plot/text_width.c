#include "plot/text_width.h"

#include "base/safe.h"

/* Thousandths of the font size, of the characters 0x20 to 0x7e. */
/* clang-format off */
static const uint16_t plain[] = {
    318, 401, 460, 838, 636, 950, 780, 275, 390, 390, 500, 838, 318, 361, 318, 337,
    636, 636, 636, 636, 636, 636, 636, 636, 636, 636, 337, 337, 838, 838, 838, 531,
    1000, 684, 686, 698, 770, 632, 575, 775, 752, 295, 295, 656, 557, 863, 748, 787,
    603, 787, 695, 635, 611, 732, 684, 989, 685, 611, 685, 390, 337, 390, 838, 500,
    500, 613, 635, 550, 635, 615, 352, 635, 634, 278, 278, 579, 278, 974, 634, 612,
    635, 635, 411, 521, 392, 634, 592, 818, 592, 592, 525, 636, 337, 636, 838,
};
static const uint16_t bold_face[] = {
    348, 456, 521, 838, 696, 1002, 872, 306, 457, 457, 523, 838, 380, 415, 380, 365,
    696, 696, 696, 696, 696, 696, 696, 696, 696, 696, 400, 400, 838, 838, 838, 580,
    1000, 774, 762, 734, 830, 683, 683, 821, 837, 372, 372, 775, 637, 995, 837, 850,
    733, 850, 770, 720, 682, 812, 774, 1103, 771, 724, 725, 457, 365, 457, 838, 500,
    500, 675, 716, 593, 716, 678, 435, 716, 712, 343, 343, 665, 343, 1042, 712, 687,
    716, 716, 493, 595, 478, 712, 652, 924, 645, 652, 582, 712, 365, 712, 838,
};
/* clang-format on */

/* Wide characters of East Asia fill a square; the rest is taken for letters. */
static double other_width(uint32_t c)
{
    if ((c >= 0x1100 && c <= 0x115f) || (c >= 0x2e80 && c <= 0xa4cf) ||
        (c >= 0xac00 && c <= 0xd7a3) || (c >= 0xf900 && c <= 0xfaff) ||
        (c >= 0xff00 && c <= 0xff60) || c >= 0x20000)
        return 1000;
    if (c == 0xb1 || c == 0xd7 || c == 0x2212)
        return 838;
    return c == 0xb7 ? 318 : 620;
}

double text_width(const char *text, double size_px, bool bold)
{
    double sum = 0;
    Slice s = slice_of(text);
    uint32_t c;
    for (size_t n; (n = safe_utf8_next(s, &c)) > 0; s = slice_from(s, n))
        sum += c >= 0x20 && c <= 0x7e ? (bold ? bold_face : plain)[c - 0x20]
                                      : other_width(c) * (bold ? 1.1 : 1);
    return sum * size_px / 1000;
}
