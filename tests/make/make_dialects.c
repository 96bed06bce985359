/* make_dialects [--limits] FOLDER: writes small BVH files in the dialects and
 * with the faults that the reader must handle, and dialects.tsv, which has the
 * expected result for each. Every file is odd in one way only. With --limits it
 * writes files at and just past the reader's limits instead, too large to keep.
 *
 * A name begins with the verdict: ok_ accepted silently, warn_ accepted with one
 * warning, bad_ rejected. In the texts below '^' is not part of the file: it
 * marks the byte that the error message must point at.
 *
 * dialects.tsv has the columns file, verdict, line, column, phrases, options.
 * Lines and columns count from 1, columns in bytes; '-': any. Phrases, separated
 * by ';', must all occur in the message, ignoring case and the commas of
 * thousands; '-' for none. Options are passed to the command; '-' for none. */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define COUNT(array) (sizeof(array) / sizeof *(array))
#define MARK         '^'

/* The plain file: two joints, nine channels, two frames. */
#define HIPS_CHANNELS  "\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n"
#define HIPS           "ROOT Hips\n{\n\tOFFSET 0 0 0\n" HIPS_CHANNELS
#define CHEST_OPEN     "\tJOINT Chest\n\t{\n\t\tOFFSET 0 10 0\n"
#define CHEST_CHANNELS "\t\tCHANNELS 3 Zrotation Xrotation Yrotation\n"
#define END_SITE       "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 5 0\n\t\t}\n"
#define CLOSE          "\t}\n}\n"
#define HIERARCHY      "HIERARCHY\n" HIPS CHEST_OPEN CHEST_CHANNELS END_SITE CLOSE
#define TIMES          "MOTION\nFrames: 2\nFrame Time: 0.0333333\n"
#define FRAME_0        "0 90 0 0 0 0 0 0 0\n"
#define FRAME_1        "0 90 1 0 0 5 0 3 2\n"
#define MOTION         TIMES FRAME_0 FRAME_1

/* The plain file, except for the name, channels or offset of the second joint. */
#define NAMED(name)                                                                                \
    "HIERARCHY\n" HIPS "\tJOINT " name                                                             \
    "\n\t{\n\t\tOFFSET 0 10 0\n" CHEST_CHANNELS END_SITE CLOSE MOTION
#define CHANNELED(line) "HIERARCHY\n" HIPS CHEST_OPEN "\t\tCHANNELS " line "\n" END_SITE CLOSE
#define OFFSET(values)                                                                             \
    "HIERARCHY\n" HIPS "\tJOINT Chest\n\t{\n\t\tOFFSET " values                                    \
    "\n" CHEST_CHANNELS END_SITE CLOSE MOTION
/* The plain file, except for one number, and the position in the message. */
#define NUMBER(text) HIERARCHY TIMES FRAME_0 "0 90 1 0 0 5 0 " text " 2\n"
#define NUMBER_AT    "frame 1;Chest;Xrotation"

typedef struct {
    const char *file, *phrases;
    const char *text;
    size_t size;
    const char *option, *option_verdict; /* a second reading, if any */
    const char *line_end;                /* in place of '\n'; NULL: '\n' */
    long line, column;                   /* used if no mark is possible; 0: none */
} dialect;

/* The size keeps NULs within the text. */
#define TEXT(...)               .text = "" __VA_ARGS__, .size = sizeof("" __VA_ARGS__) - 1
#define READ_WITH(opt, verdict) .option = opt, .option_verdict = verdict
#define AT(l, c)                .line = l, .column = c

/* clang-format off */
static const dialect dialects[] = {
    /* Bytes and blanks */
    {"ok_plain.bvh", "-", TEXT(HIERARCHY MOTION)},
    {"ok_bom.bvh", "-", TEXT("\xEF\xBB\xBF" HIERARCHY MOTION)},
    {"ok_tabs.bvh", "-", TEXT("HIERARCHY\nROOT\tHips\n{\nOFFSET\t0\t0\t0\n"
        "CHANNELS\t3\tZrotation\tXrotation\tYrotation\n" "End Site\n{\nOFFSET\t0\t5\t0\n}\n}\n"
        "MOTION\nFrames:\t2\nFrame Time:\t0.0333333\n0\t1\t2\n\t0\t1\t3\n")},
    {"ok_leading_blanks.bvh", "-", TEXT(HIERARCHY TIMES " " FRAME_0 "  \t" FRAME_1)},
    {"ok_trailing_blanks.bvh", "-", TEXT("HIERARCHY \nROOT Hips \t\n{ \n\tOFFSET 0 0 0 \n"
        "\tCHANNELS 3 Zrotation Xrotation Yrotation \n" "\tEnd Site \n\t{\t\n\t\tOFFSET 0 5 0  \n"
        "\t} \n} \nMOTION \nFrames: 2 \nFrame Time: 0.0333333 \n0 1 2 \n0 1 3\t \n")},
    {"ok_blank_lines.bvh", "-", TEXT("\nHIERARCHY\n\n" HIPS "\n" CHEST_OPEN " \t\n" CHEST_CHANNELS
        END_SITE CLOSE "\nMOTION\n\nFrames: 2\n\nFrame Time: 0.0333333\n\n" FRAME_0 "\n" FRAME_1
        "\n \n")},
    {"ok_no_final_newline.bvh", "-", TEXT(HIERARCHY TIMES FRAME_0 "0 90 1 0 0 5 0 3 2")},
    {"ok_crlf.bvh", "-", TEXT(HIERARCHY MOTION), .line_end = "\r\n"},
    {"ok_cr.bvh", "-", TEXT(HIERARCHY MOTION), .line_end = "\r"},
    {"ok_mixed_line_ends.bvh", "-", TEXT("HIERARCHY\r\n" HIPS CHEST_OPEN
        "\t\tCHANNELS 3 Zrotation Xrotation Yrotation\r" END_SITE CLOSE
        "MOTION\rFrames: 3\r\nFrame Time: 0.0333333\n0 90 0 0 0 0 0 0 0\r0 90 1 0 0 5 0 3 2\r\n"
        FRAME_1)},
    {"bad_line_crlf.bvh", NUMBER_AT, TEXT(NUMBER("^abc")), .line_end = "\r\n"},
    {"bad_line_cr.bvh", NUMBER_AT, TEXT(NUMBER("^abc")), .line_end = "\r"},

    /* Keywords, braces, order */
    {"ok_lower_case.bvh", "-", TEXT("hierarchy\nroot Hips\n{\n\toffset 0 0 0\n"
        "\tchannels 3 zrotation xrotation yrotation\n\tjoint Chest\n\t{\n"
        "\t\toffset 0 10 0\n\t\tchannels 3 zposition xposition yrotation\n\t\tend site\n\t\t{\n"
        "\t\t\toffset 0 5 0\n\t\t}\n\t}\n}\n" "motion\nframes: 2\nframe time: 0.0333333\n"
        "0 1 2 3 4 5\n0 1 2 3 4 6\n")},
    {"ok_upper_case.bvh", "-", TEXT("HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n"
        "\tCHANNELS 3 ZROTATION XROTATION YROTATION\n" "\tEND SITE\n\t{\n\t\tOFFSET 0 5 0\n\t}\n}\n"
        "MOTION\nFRAMES: 2\nFRAME TIME: 0.0333333\n0 1 2\n0 1 3\n")},
    {"ok_brace_on_joint_line.bvh", "-", TEXT("HIERARCHY\nROOT Hips {\n\tOFFSET 0 0 0\n"
        HIPS_CHANNELS "\tJOINT Left Arm {\n\t\tOFFSET 0 10 0\n" CHEST_CHANNELS
        "\t\tEnd Site {\n\t\t\tOFFSET 0 5 0\n\t\t}\n" CLOSE MOTION)},
    {"ok_colon_without_blank.bvh", "-", TEXT(HIERARCHY "MOTION\nFrames:2\nFrame Time:0.0333333\n"
        FRAME_0 FRAME_1)},
    {"ok_several_end_sites.bvh", "-", TEXT("HIERARCHY\n" HIPS "\tEnd Site\n\t{\n\t\tOFFSET 5 0 0\n"
        "\t}\n" CHEST_OPEN CHEST_CHANNELS END_SITE END_SITE CLOSE MOTION)},
    {"ok_named_end_site.bvh", "-", TEXT("HIERARCHY\n" HIPS CHEST_OPEN CHEST_CHANNELS
        "\t\tEnd Site Chest end\n\t\t{\n\t\t\tOFFSET 0 5 0\n\t\t}\n" CLOSE MOTION)},
    {"ok_channels_before_offset.bvh", "-", TEXT("HIERARCHY\n" HIPS "\tJOINT Chest\n\t{\n"
        CHEST_CHANNELS "\t\tOFFSET 0 10 0\n" END_SITE CLOSE MOTION)},
    {"warn_frametime_one_word.bvh", "-", TEXT(HIERARCHY "MOTION\nFrames: 2\nFrameTime: 0.0333333\n"
        FRAME_0 FRAME_1), AT(18, 1)},
    {"warn_blank_before_colon.bvh", "-", TEXT(HIERARCHY
        "MOTION\nFrames : 2\nFrame Time: 0.0333333\n" FRAME_0 FRAME_1), AT(17, 1)},
    {"warn_no_end_site.bvh", "-", TEXT("HIERARCHY\n" HIPS CHEST_OPEN CHEST_CHANNELS CLOSE MOTION), AT(10, 2)},
    {"warn_no_channels.bvh", "-", TEXT("HIERARCHY\n" HIPS CHEST_OPEN END_SITE CLOSE TIMES
        "0 90 0 0 0 0\n0 90 1 0 0 5\n"), AT(13, 2)},

    /* After and between the frames */
    {"warn_trailing_text.bvh", "-", TEXT(HIERARCHY MOTION "written by an exporter\n"), AT(21, 1)},
    {"warn_trailing_nuls.bvh", "-", TEXT(HIERARCHY MOTION "\0\0\0\0"), AT(21, 1)},
    {"warn_trailing_nuls_glued.bvh", "-", TEXT(HIERARCHY TIMES FRAME_0 "0 90 1 0 0 5 0 3 2^\0\0")},
    {"warn_trailing_ctrl_z.bvh", "-", TEXT(HIERARCHY TIMES FRAME_0 "0 90 1 0 0 5 0 3 2^\x1a")},
    {"warn_more_frames.bvh", "-", TEXT(HIERARCHY MOTION FRAME_1), AT(17, 9)},
    {"warn_wrapped_frames.bvh", "-", TEXT(HIERARCHY TIMES "0 90 0\n0 0 0\n0 0 0\n0 90 1 0 0\n"
        "5 0 3 2\n"), AT(19, 7)},
    {"warn_frames_on_one_line.bvh", "-", TEXT(HIERARCHY TIMES
        "0 90 0 0 0 0 0 0 0 0 90 1 0 0 5 0 3 2\n"), AT(19, 20)},
    {"warn_glued_numbers.bvh", "-", TEXT(HIERARCHY TIMES FRAME_0 "0 90 1 0.0-7.5 5 0-3 2\n"), AT(20, 1)},
    {"bad_wrapped_truncated.bvh", "9 values;2 frames;found 17;truncated", TEXT(HIERARCHY TIMES
        "0 90 0\n0 0 0\n0 0 0\n0 90 1 0 0\n5 0 3^")},
    {"bad_nul_in_frame.bvh", "NUL;frame 0;Chest;Yrotation", TEXT(HIERARCHY TIMES
        "0 90 0 0 0 0 0 0^\0 0\n" FRAME_1)},
    {"bad_cut_off_in_sign.bvh", "frame 1;found 8;truncated", TEXT(HIERARCHY TIMES FRAME_0
        "0 90 1 0 0 5 0 3 ^-"), READ_WITH("--lenient", "warn")},
    {"bad_wrapped_too_many.bvh", "9 values", TEXT(HIERARCHY TIMES "0 90 0^\n0 0 0\n0 0 0\n0 90 1 0 0\n"
        "5 0 3 2 7\n")},
    {"bad_glued_too_many.bvh", "frame 1", TEXT(HIERARCHY TIMES FRAME_0
        "0 90 1 0.0-7.5 0 5 0 3 2\n"), AT(20, 24)},

    /* Names */
    {"ok_name_with_space.bvh", "-", TEXT(NAMED("Bip01 Neck"))},
    {"ok_name_with_colon.bvh", "-", TEXT(NAMED("mixamorig:Hips"))},
    {"ok_name_with_bar.bvh", "-", TEXT(NAMED("(1)|x"))},
    {"ok_name_like_keyword.bvh", "-", TEXT(NAMED("End Site joint"))},
    {"ok_name_utf8.bvh", "-", TEXT(NAMED("H\xC3\xBC" "fte \xE8\x85\xB0"))},
    {"warn_name_latin1.bvh", "-", TEXT(NAMED("H\xFC" "fte")), AT(6, 8)},
    {"warn_name_overlong_utf8.bvh", "-", TEXT(NAMED("Hip\xC0\xAFs")), AT(6, 8)},
    {"warn_name_twice.bvh", "-", TEXT(NAMED("Hips"))},
    {"bad_name_empty.bvh", "name", TEXT(NAMED("")), AT(6, 8)},

    /* Channels */
    {"bad_name_of_root_empty.bvh", "name", TEXT("HIERARCHY\nROOT^\n{\n\tOFFSET 0 0 0\n"
        HIPS_CHANNELS CHEST_OPEN CHEST_CHANNELS END_SITE CLOSE MOTION)},
    {"ok_channel_counts.bvh", "-", TEXT("HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n"
        "\tCHANNELS 5 Xposition Yposition Zposition Zrotation Xrotation\n"
        "\tJOINT A\n\t{\n\t\tOFFSET 0 1 0\n\t\tCHANNELS 0\n\t\tJOINT B\n\t\t{\n\t\t\tOFFSET 0 1 0\n"
        "\t\t\tCHANNELS 1 Xrotation\n" "\t\t\tJOINT C\n\t\t\t{\n\t\t\t\tOFFSET 0 1 0\n"
        "\t\t\t\tCHANNELS 2 Yrotation Zposition\n"
        "\t\t\t\tEnd Site\n\t\t\t\t{\n\t\t\t\t\tOFFSET 0 1 0\n\t\t\t\t}\n\t\t\t}\n\t\t}\n\t}\n}\n"
        TIMES "0 9 0 1 2 3 4 1\n0 9 1 1 2 3 5 1\n")},
    {"ok_no_channels_at_all.bvh", "-", TEXT("HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n"
        "\tCHANNELS 4 Yposition Zrotation Xrotation Yrotation\n" CHEST_OPEN "\t\tCHANNELS 0\n"
        END_SITE CLOSE TIMES "9 0 0 0\n9 0 0 5\n")},
    {"ok_rotation_first.bvh", "-", TEXT("HIERARCHY\nROOT Hips\n{\n\tOFFSET 0 0 0\n"
        "\tCHANNELS 6 Zrotation Xrotation Yrotation Xposition Yposition Zposition\n" CHEST_OPEN
        CHEST_CHANNELS END_SITE CLOSE TIMES "0 0 0 0 90 0 0 0 0\n0 0 5 0 90 1 0 3 2\n")},
    {"ok_rotation_orders.bvh", "-", TEXT("HIERARCHY\n" HIPS CHEST_OPEN
        "\t\tCHANNELS 3 Xrotation Yrotation Zrotation\n"
        "\t\tJOINT Head\n\t\t{\n\t\t\tOFFSET 0 9 0\n"
        "\t\t\tCHANNELS 3 Yrotation Zrotation Xrotation\n\t" END_SITE "\t\t}\n" CLOSE TIMES
        "0 90 0 0 0 0 0 0 0 0 0 0\n0 90 1 0 0 5 0 3 2 1 2 3\n")},
    {"bad_channels_seven.bvh", "Chest;7;6",
        TEXT(CHANNELED("^7 Xposition Yposition Zposition Zrotation Xrotation Yrotation Xposition")
        MOTION)},
    {"bad_channels_negative.bvh", "Chest;-3 channels", TEXT(CHANNELED("^-3 Zrotation Xrotation Yrotation")
        MOTION)},
    {"bad_channel_unknown.bvh", "Xscale", TEXT(CHANNELED("3 Zrotation ^Xscale Yrotation") MOTION)},
    {"bad_channel_repeated.bvh", "Chest;Xposition",
        TEXT(CHANNELED("3 Xposition ^Xposition Zrotation") MOTION)},
    {"bad_rotation_repeated.bvh", "Chest;Zrotation",
        TEXT(CHANNELED("3 Zrotation Xrotation ^Zrotation") MOTION)},
    {"bad_channels_fewer_than_listed.bvh", "Chest",
        TEXT(CHANNELED("2 Zrotation Xrotation ^Yrotation") MOTION)},
    {"bad_channels_more_than_listed.bvh", "Chest", TEXT(CHANNELED("4 Zrotation Xrotation Yrotation")
        MOTION), AT(10, 3)},
    {"bad_channels_after_child.bvh", "Chest", TEXT("HIERARCHY\n" HIPS CHEST_OPEN
        "\t\tJOINT Head\n\t\t{\n\t\t\tOFFSET 0 9 0\n\t" CHEST_CHANNELS "\t" END_SITE
        "\t\t}\n\t\t^CHANNELS 3 Zrotation Xrotation Yrotation\n" CLOSE TIMES
        "0 90 0 0 0 0 0 0 0 0 0 0\n0 90 1 0 0 5 0 3 2 1 2 3\n")},
    {"bad_channels_after_end_site.bvh", "Chest", TEXT("HIERARCHY\n" HIPS CHEST_OPEN END_SITE
        "\t\t^CHANNELS 3 Zrotation Xrotation Yrotation\n" CLOSE MOTION)},

    /* Skeletons */
    {"ok_bones_of_zero_length.bvh", "-", TEXT("HIERARCHY\n" HIPS
        "\tJOINT Chest\n\t{\n\t\tOFFSET 0 0 0\n" CHEST_CHANNELS
        "\t\tEnd Site\n\t\t{\n\t\t\tOFFSET 0 0 0\n\t\t}\n" CLOSE MOTION)},
    {"ok_t_pose_first.bvh", "-", TEXT(HIERARCHY "MOTION\nFrames: 3\nFrame Time: 0.0083333\n"
        "0 0 0 0 0 0 0 0 0\n" FRAME_1 FRAME_1)},
    {"ok_still_root_moving_child.bvh", "-", TEXT("HIERARCHY\nROOT Reference\n{\n\tOFFSET 0 0 0\n"
        HIPS_CHANNELS "\tJOINT Hips\n\t{\n\t\tOFFSET 0 90 0\n\t" HIPS_CHANNELS END_SITE CLOSE TIMES
        "0 0 0 0 0 0 0 90 0 0 0 0\n0 0 0 0 0 0 0 90 1 0 0 5\n")},
    {"ok_offset_beside_positions.bvh", "-", TEXT("HIERARCHY\n" HIPS CHEST_OPEN "\t" HIPS_CHANNELS
        END_SITE CLOSE TIMES "0 90 0 0 0 0 0 10 0 0 0 0\n0 90 1 0 0 5 0 10.1 0 0 3 2\n")},
    {"bad_two_roots.bvh", "ROOT", TEXT(HIERARCHY "^ROOT Other\n{\n\tOFFSET 0 0 0\n" HIPS_CHANNELS
        "\tEnd Site\n\t{\n\t\tOFFSET 0 5 0\n\t}\n}\n" TIMES "0 90 0 0 0 0 0 0 0 0 0 0 0 0 0\n"
        "0 90 1 0 0 5 0 3 2 0 0 0 0 0 0\n")},
    {"bad_no_root.bvh", "ROOT", TEXT("HIERARCHY\n^MOTION\nFrames: 1\nFrame Time: 0.0333333\n")},
    {"bad_no_offset_number.bvh", "found 'abc'", TEXT(OFFSET("0 ^abc 0"))},
    {"bad_offset_decimal_comma.bvh", "decimal comma", TEXT(OFFSET("0 ^10,5 0"))},
    {"bad_offset_nan.bvh", "found 'nan'", TEXT(OFFSET("0 10 ^nan"))},
    {"bad_offset_four_numbers.bvh", "-", TEXT(OFFSET("0 10 0 ^7"))},
    {"bad_offset_two_numbers.bvh", "-", TEXT(OFFSET("0 10")), AT(9, 3)},

    /* Numbers */
    {"ok_number_scientific.bvh", "-", TEXT(NUMBER("1.87e-05"))},
    {"ok_number_scientific_upper.bvh", "-", TEXT(NUMBER("-2.5E+01"))},
    {"ok_number_denormal.bvh", "-", TEXT(NUMBER("4.9e-324"))},
    {"ok_number_no_leading_digit.bvh", "-", TEXT(HIERARCHY
        "MOTION\nFrames: 2\nFrame Time: .0083333\n" FRAME_0 "0 90 1 0 0 -.5 0 .5 2\n")},
    {"ok_number_plus.bvh", "-", TEXT(NUMBER("+1"))},
    {"ok_number_trailing_point.bvh", "-", TEXT(NUMBER("1."))},
    {"ok_number_many_digits.bvh", "-",
        TEXT(NUMBER("0.1000000000000000055511151231257827021181583404541015625"))},
    {"bad_number_nan.bvh", NUMBER_AT ";found 'nan'", TEXT(NUMBER("^nan"))},
    {"bad_number_minus_nan.bvh", NUMBER_AT, TEXT(NUMBER("^-nan(ind)"))},
    {"bad_number_inf.bvh", NUMBER_AT ";found 'Inf'", TEXT(NUMBER("^Inf"))},
    {"bad_number_infinity.bvh", NUMBER_AT, TEXT(NUMBER("^-infinity"))},
    {"bad_number_overflow.bvh", NUMBER_AT ";1e999", TEXT(NUMBER("^1e999"))},
    {"bad_number_ind.bvh", NUMBER_AT ";found '-1.#IND'", TEXT(NUMBER("^-1.#IND"))},
    {"bad_number_hex.bvh", NUMBER_AT ";found '0x1A'", TEXT(NUMBER("^0x1A"))},
    {"bad_number_decimal_comma.bvh", NUMBER_AT ";decimal comma", TEXT(NUMBER("^10,5"))},
    {"bad_number_text.bvh", NUMBER_AT ";found 'abc'", TEXT(NUMBER("^abc"))},
    {"bad_number_text_after.bvh", NUMBER_AT, TEXT(NUMBER("^3abc"))},
    {"bad_number_sign_only.bvh", NUMBER_AT ";found '-'", TEXT(NUMBER("^-"))},
    {"bad_number_point_only.bvh", NUMBER_AT ";found '.'", TEXT(NUMBER("^."))},
    {"bad_number_no_exponent.bvh", NUMBER_AT ";found '1e'", TEXT(NUMBER("^1e"))},
    {"bad_number_two_points.bvh", NUMBER_AT, TEXT(NUMBER("^1.2.3"))},
    {"bad_number_nul.bvh", NUMBER_AT, TEXT(NUMBER("^\0"))},
    {"bad_number_in_root.bvh", "frame 0;Hips;Yposition;found 'abc'", TEXT(HIERARCHY TIMES
        "0 ^abc 0 0 0 0 0 0 0\n" FRAME_1)},

    /* Frames that do not fit */
    {"bad_frame_too_few.bvh", "frame 1", TEXT(HIERARCHY TIMES FRAME_0 "0 90 1 0 0 5 0 3^\n"),
        READ_WITH("--lenient", "warn")},
    {"bad_frame_too_few_inside.bvh", "frame 0", TEXT(HIERARCHY TIMES "0 90 0 0 0 0 0 0^\n"
        FRAME_1)},
    {"bad_frame_too_many.bvh", "frame 0", TEXT(HIERARCHY TIMES "0 90 0 0 0 0 0 0 0 ^7\n" FRAME_1),
        READ_WITH("--lenient", "warn")},
    {"bad_frame_too_many_last.bvh", "frame 1", TEXT(HIERARCHY TIMES FRAME_0
        "0 90 1 0 0 5 0 3 2 ^7\n")},
    {"bad_frames_fewer_than_declared.bvh", "truncated", TEXT(HIERARCHY
        "MOTION\nFrames: 3\nFrame Time: 0.0333333\n" FRAME_0 FRAME_1), READ_WITH("--lenient",
        "warn"), AT(21, 1)},
    {"bad_frames_far_fewer.bvh", "truncated", TEXT(HIERARCHY
        "MOTION\nFrames: 2000000000\nFrame Time: 0.0333333\n" FRAME_0 FRAME_1),
        READ_WITH("--lenient", "warn"), AT(21, 1)},
    {"bad_last_frame_cut_off.bvh", "frame 1", TEXT(HIERARCHY TIMES FRAME_0 "0 90 1 0^"),
        READ_WITH("--lenient", "warn")},

    /* Frame count and frame time */
    {"bad_frames_negative.bvh", "'-2'", TEXT(HIERARCHY
        "MOTION\nFrames: ^-2\nFrame Time: 0.0333333\n" FRAME_0 FRAME_1)},
    {"bad_frames_fraction.bvh", "'2.5'", TEXT(HIERARCHY
        "MOTION\nFrames: ^2.5\nFrame Time: 0.0333333\n" FRAME_0 FRAME_1)},
    {"bad_frames_text.bvh", "'two'", TEXT(HIERARCHY "MOTION\nFrames: ^two\nFrame Time: 0.0333333\n"
        FRAME_0 FRAME_1)},
    {"bad_frames_absent.bvh", "Frames:", TEXT(HIERARCHY "MOTION\n^Frame Time: 0.0333333\n" FRAME_0
        FRAME_1)},
    {"bad_frames_without_number.bvh", "-", TEXT(HIERARCHY "MOTION\nFrames:\nFrame Time: 0.0333333\n"
        FRAME_0 FRAME_1), AT(17, 8)},
    {"bad_frame_time_zero.bvh", "--assume-fps", TEXT(HIERARCHY
        "MOTION\nFrames: 2\nFrame Time: ^0.0000\n" FRAME_0 FRAME_1), READ_WITH("--assume-fps 30",
        "ok")},
    {"bad_frame_time_negative.bvh", "--assume-fps", TEXT(HIERARCHY
        "MOTION\nFrames: 2\nFrame Time: ^-0.0333333\n" FRAME_0 FRAME_1),
        READ_WITH("--assume-fps 30", "ok")},
    {"bad_frame_time_absent.bvh", "--assume-fps", TEXT(HIERARCHY "MOTION\nFrames: 2\n^" FRAME_0
        FRAME_1), READ_WITH("--assume-fps 30", "ok")},
    {"bad_frame_time_decimal_comma.bvh", "decimal comma", TEXT(HIERARCHY
        "MOTION\nFrames: 2\nFrame Time: ^0,0333333\n" FRAME_0 FRAME_1)},
    {"bad_frame_time_inf.bvh", "'inf'", TEXT(HIERARCHY "MOTION\nFrames: 2\nFrame Time: ^inf\n"
        FRAME_0 FRAME_1)},
    {"ok_zero_frames.bvh", "-", TEXT(HIERARCHY "MOTION\nFrames: 0\nFrame Time: 0.0333333\n")},

    /* Structure */
    {"bad_brace_not_closed.bvh", "-", TEXT("HIERARCHY\n" HIPS CHEST_OPEN CHEST_CHANNELS END_SITE
        "\t}\n^" MOTION)},
    {"bad_brace_not_closed_at_end.bvh", "-", TEXT("HIERARCHY\n" HIPS CHEST_OPEN CHEST_CHANNELS
        END_SITE "\t}\n"), AT(15, 1)},
    {"bad_brace_too_many.bvh", "'}'", TEXT(HIERARCHY "^}\n" MOTION)},
    {"bad_brace_not_opened.bvh", "{", TEXT("HIERARCHY\n" HIPS "\tJOINT Chest\n\t\t^OFFSET 0 10 0\n"
        CHEST_CHANNELS END_SITE CLOSE MOTION)},
    {"bad_text_in_hierarchy.bvh", "'COLOUR'", TEXT("HIERARCHY\n" HIPS "\t^COLOUR red\n" CHEST_OPEN
        CHEST_CHANNELS END_SITE CLOSE MOTION)},
    {"bad_comment_hash.bvh", "#", TEXT("HIERARCHY\n" HIPS "\t^# the upper body\n" CHEST_OPEN
        CHEST_CHANNELS END_SITE CLOSE MOTION)},
    {"bad_comment_slashes.bvh", "//", TEXT("HIERARCHY\n" HIPS CHEST_OPEN CHEST_CHANNELS END_SITE
        "\t} ^// Chest\n}\n" MOTION)},
    {"bad_comment_in_motion.bvh", "#", TEXT(HIERARCHY TIMES FRAME_0 "^# the last one\n" FRAME_1)},
    {"bad_comment_behind_frame.bvh", "#", TEXT(HIERARCHY TIMES "0 90 0 0 0 0 0 0 0 ^# rest\n"
        FRAME_1)},
    {"bad_no_hierarchy.bvh", "HIERARCHY", TEXT("^" HIPS CHEST_OPEN CHEST_CHANNELS END_SITE CLOSE
        MOTION)},
    {"bad_no_motion.bvh", "MOTION", TEXT(HIERARCHY), AT(16, 1)},

    /* Not BVH */
    {"bad_empty.bvh", "empty", TEXT(""), AT(1, 1)},
    {"bad_blank.bvh", "-", TEXT(" \n\t\n"), AT(1, 1)},
    {"bad_utf16_le.bvh", "UTF-16", TEXT("\xFF\xFEH\0I\0E\0R\0A\0R\0C\0H\0Y\0\n\0"), AT(1, 1)},
    {"bad_utf16_be.bvh", "UTF-16", TEXT("\xFE\xFF\0H\0I\0E\0R\0A\0R\0C\0H\0Y\0\n"), AT(1, 1)},
    {"bad_utf16_without_bom.bvh", "UTF-16", TEXT("H\0I\0E\0R\0A\0R\0C\0H\0Y\0\n\0"), AT(1, 1)},
    {"bad_is_fbx.bvh", "FBX", TEXT("Kaydara FBX Binary  \0\x1A\0\xE8\x1C\0\0"), AT(1, 1)},
    {"bad_is_json.bvh", "JSON", TEXT("{\"asset\": {\"version\": \"2.0\"}}\n"), AT(1, 1)},
    {"bad_is_html.bvh", "HTML", TEXT("<!DOCTYPE html>\n<html><body>404 Not Found</body></html>\n"), AT(1, 1)},
    {"bad_is_png.bvh", "PNG", TEXT("\x89PNG\r\n\x1A\n\0\0\0\rIHDR"), AT(1, 1)},
    {"bad_is_zip.bvh", "ZIP", TEXT("PK\x03\x04\x14\0\0\0\b\0"), AT(1, 1)},
    {"bad_is_prose.bvh", "-", TEXT("^Dear animator, the file you want is attached.\n")},
};
/* clang-format on */

/* A file being written, and the current position in it. */
typedef struct {
    FILE *out;
    long line, column;
    bool after_cr;
} cursor;

static void put_byte(cursor *c, char byte)
{
    putc((unsigned char)byte, c->out);
    if (byte == '\r' || (byte == '\n' && !c->after_cr)) {
        c->line++;
        c->column = 1;
    } else if (byte != '\n') {
        c->column++;
    }
    c->after_cr = byte == '\r';
}

static FILE *create(const char *folder, const char *file)
{
    char path[4096];
    FILE *out = NULL;
    if (snprintf(path, sizeof path, "%s/%s", folder, file) < (int)sizeof path)
        out = fopen(path, "wb");
    if (!out) {
        fprintf(stderr, "make_dialects: cannot write '%s/%s'\n", folder, file);
        exit(2);
    }
    return out;
}

static void finish(FILE *out)
{
    const bool good = !ferror(out);
    if (fclose(out) != 0 || !good) {
        fputs("make_dialects: cannot write\n", stderr);
        exit(2);
    }
}

/* One row of the manifest; line 0: any position. */
static void put_row(FILE *manifest, const char *file, const char *verdict, long line, long column,
                    const char *phrases, const char *options)
{
    if (line > 0)
        fprintf(manifest, "%s\t%s\t%ld\t%ld\t%s\t%s\n", file, verdict, line, column, phrases,
                options);
    else
        fprintf(manifest, "%s\t%s\t-\t-\t%s\t%s\n", file, verdict, phrases, options);
}

static void write_dialect(const char *folder, const dialect *d, FILE *manifest)
{
    char verdict[8] = "";
    long line = d->line, column = d->column;
    cursor c = { create(folder, d->file), 1, 1, false };
    for (size_t i = 0; i < d->size; i++) {
        if (d->text[i] == MARK) {
            line = c.line;
            column = c.column;
        } else if (d->text[i] == '\n' && d->line_end) {
            for (const char *end = d->line_end; *end; end++)
                put_byte(&c, *end);
        } else {
            put_byte(&c, d->text[i]);
        }
    }
    finish(c.out);
    memcpy(verdict, d->file, strcspn(d->file, "_"));
    put_row(manifest, d->file, verdict, line, column, d->phrases, "-");
    if (d->option)
        put_row(manifest, d->file, d->option_verdict, 0, 0, "-", d->option);
}

static FILE *create_manifest(const char *folder)
{
    FILE *manifest = create(folder, "dialects.tsv");
    fputs("file\tverdict\tline\tcolumn\tphrases\toptions\n", manifest);
    return manifest;
}

/* A joint up to its children. `extra` pads the name to test its limit. */
static void open_joint(FILE *out, const char *keyword, long number, int extra)
{
    fprintf(out, "%s J%ld", keyword, number);
    while (extra-- > 0)
        putc('x', out);
    fputs("\n{\nOFFSET 0 1 0\n", out);
    fputs(number == 0 ? "CHANNELS 3 Zrotation Xrotation Yrotation\n" : "CHANNELS 0\n", out);
}

/* `n` joints: a chain, or all under ROOT. The last name is `extra` longer. */
static void write_joints(const char *folder, const char *file, long n, bool chain, int extra)
{
    FILE *out = create(folder, file);
    fputs("HIERARCHY\n", out);
    for (long i = 0; i < n; i++) {
        open_joint(out, i == 0 ? "ROOT" : "JOINT", i, i == n - 1 ? extra : 0);
        if (i == n - 1 || (!chain && i > 0))
            fputs("End Site\n{\nOFFSET 0 1 0\n}\n", out);
        if (!chain && i > 0)
            fputs("}\n", out);
    }
    for (long i = 0; i < (chain ? n : 1); i++)
        fputs("}\n", out);
    fputs("MOTION\nFrames: 1\nFrame Time: 0.0333333\n0 0 0\n", out);
    finish(out);
}

static void write_limits(const char *folder)
{
    static const struct {
        const char *file, *phrase;
        long joints;
        bool chain;
        int extra;
        long line, column;
    } limits[] = {
        /* clang-format off */
        {"ok_nesting_1000.bvh", "-", 1000, true, 0, 0, 0},
        /* four lines a joint, ROOT's name on line 2 */
        {"bad_nesting_1001.bvh", "1000", 1001, true, 0, 4 * 1000 + 2, 1},
        {"ok_joints_65536.bvh", "-", 65536, false, 0, 0, 0},
        /* nine lines a joint below ROOT */
        {"bad_joints_65537.bvh", "65536", 65537, false, 0, 9 * 65535 + 6, 7},
        {"ok_name_4096.bvh", "-", 2, true, 4096 - 2, 0, 0}, /* 2: "J1" */
        {"bad_name_4097.bvh", "4096", 2, true, 4097 - 2, 6, 7},
        /* clang-format on */
    };
    FILE *manifest = create_manifest(folder);
    for (size_t i = 0; i < COUNT(limits); i++) {
        write_joints(folder, limits[i].file, limits[i].joints, limits[i].chain, limits[i].extra);
        put_row(manifest, limits[i].file, limits[i].file[0] == 'o' ? "ok" : "bad", limits[i].line,
                limits[i].column, limits[i].phrase, "-");
    }
    finish(manifest);
}

int main(int argc, char **argv)
{
    if (argc == 3 && strcmp(argv[1], "--limits") == 0) {
        write_limits(argv[2]);
        return 0;
    }
    if (argc != 2) {
        fputs("usage: make_dialects [--limits] FOLDER\n", stderr);
        return 2;
    }
    FILE *manifest = create_manifest(argv[1]);
    for (size_t i = 0; i < COUNT(dialects); i++)
        write_dialect(argv[1], &dialects[i], manifest);
    finish(manifest);
    return 0;
}
