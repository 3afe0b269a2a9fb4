//===- DeviceMathTables.h - constants of elementary functions ---*- C -*---===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Computed with 300 bits: the polynomials interpolate at Chebyshev's points.
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHTABLES_H
#define DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHTABLES_H

/// erf(x) / x by powers of x^2, for x^2 up to 1/4: within 2^-60.
static const double kErf[] = {0x1.20dd750429b6dp+0,  -0x1.812746b0379e6p-2,
                              0x1.ce2f21a042b28p-4,  -0x1.b82ce3127f6d1p-6,
                              0x1.565bcd0aa3ed8p-8,  -0x1.c02db23c5e7d3p-11,
                              0x1.f9a2a62fe9253p-14, -0x1.f4bb98aab31bep-17,
                              0x1.b775c94200bfbp-20, -0x1.39f7b53f1b575p-23};

/// (1 + 2x) exp(x^2) erfc(x) by powers of (x - 4) / (x + 4), for x from 1/2 to
/// 28: within 2^-58.
static const double kErfc[] = {
    0x1.3ba5916e9fd7fp+0,   -0x1.1df1ad154a28ep-3,  0x1.f7f5df66fd7afp-7,
    0x1.16ecefcfa539ep-4,   -0x1.9ddb23c3e906dp-4,  0x1.7fee004e123cdp-4,
    -0x1.0fb06dfe49e4cp-4,  0x1.3079edf68634ap-5,   -0x1.09623884f6d20p-6,
    0x1.49c67284fd903p-8,   -0x1.8d4a99f9039e4p-11, -0x1.a1df24708d5dap-13,
    0x1.3be03d6c40bedp-13,  -0x1.9959689f7e0ecp-16, -0x1.78845c64e2492p-17,
    0x1.7f2a9263bfeddp-18,  0x1.395e5ab5d3b63p-22,  -0x1.bb3528cde6f37p-21,
    0x1.4b56626d7e73bp-24,  0x1.dae0b23835840p-24,  -0x1.53113183fec84p-26,
    -0x1.f96adec7e0fe3p-27, 0x1.4b21e1968f1b1p-29,  0x1.a2c33a6b54124p-30};

/// atan(i / 8), and what its double misses.
static const double kAtan[] = {0x0.0p+0,
                               0x1.fd5ba9aac2f6ep-4,
                               0x1.f5b75f92c80ddp-3,
                               0x1.6f61941e4def1p-2,
                               0x1.dac670561bb4fp-2,
                               0x1.1e00babdefeb4p-1,
                               0x1.4978fa3269ee1p-1,
                               0x1.700a7c5784634p-1,
                               0x1.921fb54442d18p-1};

static const double kAtanRest[] = {0x0.0p+0,
                                   -0x1.cd37686760c17p-59,
                                   0x1.8ab6e3cf7afbdp-57,
                                   -0x1.c63aae6f6e918p-56,
                                   0x1.a2b7f222f65e2p-56,
                                   -0x1.928df287a668fp-58,
                                   0x1.2419a87f2a458p-56,
                                   -0x1.8c34d25aadef6p-56,
                                   0x1.1a62633145c07p-55};

/// The first 1408 bits of 2 / pi behind the point.
static const unsigned long long kTwoOverPi[] = {
    0xa2f9836e4e441529, 0xfc2757d1f534ddc0, 0xdb6295993c439041,
    0xfe5163abdebbc561, 0xb7246e3a424dd2e0, 0x06492eea09d1921c,
    0xfe1deb1cb129a73e, 0xe88235f52ebb4484, 0xe99c7026b45f7e41,
    0x3991d639835339f4, 0x9c845f8bbdf9283b, 0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f, 0x6d367ecf27cb09b7, 0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b, 0x3d0739f78a5292ea, 0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab, 0xf0cfbc209af4361d, 0xa9e391615ee61b08,
    0x6599855f14a06840};

#endif // DIFFATTN_LIB_CODEGEN_GPU_DEVICEMATHTABLES_H
