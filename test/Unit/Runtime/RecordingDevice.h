//===- RecordingDevice.h - a device that writes down what it is told ------===//
//
// Part of diffattn, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DIFFATTN_TEST_UNIT_RUNTIME_RECORDINGDEVICE_H
#define DIFFATTN_TEST_UNIT_RUNTIME_RECORDINGDEVICE_H

#include "diffattn/Runtime/Device.h"
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

/// Runs kernels of functions at once, in the host's memory. A function is
/// called once a launch, with the places of the arguments.
class RecordingDevice : public diffattn::Device {
public:
  ~RecordingDevice() override {
    for (auto &[memory, bytes] : blocks)
      std::free(memory);
  }

  const std::string &name() const override { return deviceName; }
  const diffattn::LaunchLimits &limits() const override { return most; }

  diffattn::Result<void *> allocate(int64_t bytes) override {
    if (held + bytes > capacity)
      return diffattn::Error{"full"};
    void *memory = std::aligned_alloc(256, (bytes / 256 + 1) * 256);
    std::memset(memory, 0xee, bytes);
    blocks[memory] = bytes;
    held += bytes;
    return memory;
  }
  void free(void *memory) override {
    if (!memory)
      return;
    log.push_back("free " + std::to_string(blocks.at(memory)));
    held -= blocks.at(memory);
    blocks.erase(memory);
    std::free(memory);
  }

  diffattn::Status write(void *to, const void *from, int64_t bytes,
                         void *stream) override {
    std::memcpy(to, from, bytes);
    return record("write " + std::to_string(bytes), stream);
  }
  diffattn::Status read(void *to, const void *from, int64_t bytes,
                        void *stream) override {
    std::memcpy(to, from, bytes);
    return record("read " + std::to_string(bytes), stream);
  }
  diffattn::Status synchronize(void *stream) override {
    return record("synchronize", stream);
  }
  diffattn::Status prepare(const diffattn_kernels &kernels) override {
    if (kernels.kind != DIFFATTN_KERNELS_EMULATED)
      return diffattn::Error{"expected functions"};
    return record("prepare", nullptr);
  }
  diffattn::Status launch(const diffattn_kernels &kernels, int32_t kernel,
                          const int64_t *sizes, void *const *arguments,
                          void *stream) override {
    kernels.functions[kernel](arguments);
    return record(std::string("launch ") + kernels.names[kernel], stream);
  }

  int64_t scratchBytes() const override { return scratch; }
  diffattn::Status multiply(const diffattn::MatrixProduct &product,
                            void *memory, void *stream) override {
    products.push_back(product);
    return record(memory ? "multiply with scratch" : "multiply", stream);
  }

  /// What was asked for, in order: "launch scale"; with " on 7" if it was on
  /// stream 7.
  std::vector<std::string> log;
  /// Makes the next thing of this name fail with the message "broken".
  std::string breaks;
  /// The bytes of each block that is there.
  std::map<void *, int64_t> blocks;
  /// The products of matrices, which are not computed.
  std::vector<diffattn::MatrixProduct> products;
  int64_t scratch = 0;
  int64_t held = 0;
  int64_t capacity = 1 << 20;
  diffattn::LaunchLimits most = {{1000, 100, 10}, {64, 32, 4}, 128, 4096};

private:
  diffattn::Status record(const std::string &what, void *stream) {
    std::string place =
        stream ? " on " + std::to_string(reinterpret_cast<uintptr_t>(stream))
               : "";
    log.push_back(what + place);
    if (breaks.empty() || what.rfind(breaks, 0) != 0)
      return {};
    breaks.clear();
    return diffattn::Error{"broken"};
  }

  std::string deviceName = "recorder";
};

#endif // DIFFATTN_TEST_UNIT_RUNTIME_RECORDINGDEVICE_H
