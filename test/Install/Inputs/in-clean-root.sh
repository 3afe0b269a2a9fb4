#!/bin/sh
# What a new user does with the wheel, where there is Python and nothing else:
#   chroot ROOT sh /trial/in-clean-root.sh
# What commands print is in /trial/*.txt. What fails, ends it.
set -eux
cd /trial
python3 -m venv venv
venv/bin/pip install --quiet --no-index --find-links /packages diffattn-*.whl
diffattn=venv/bin/diffattn
venv/bin/pip list --format freeze >packages.txt

$diffattn --version >version.txt
$diffattn --help >help.txt
$diffattn compile kjv-diffllama/model.mlir -o kjv.so >compile.txt
$diffattn generate kjv.so --model kjv-diffllama --prompt "In the beginning " \
  --max-tokens 40 --quiet >generate.txt

# The emulator is part of it.
for target in cpu sim; do
  $diffattn compile tiny/model.mlir --target=$target -o tiny/$target.so
  $diffattn generate tiny/$target.so --prompt "In a wheel" --max-tokens 20 --quiet \
    >tiny-$target.txt
done

# bfloat16 works without ml_dtypes.
venv/bin/python bfloat16.py

# What is missing is named, with what to install.
refuse() { ! "$@" 2>>missing.txt >/dev/null; }
refuse $diffattn compile kjv-diffllama -o none.so
refuse $diffattn inspect kjv.so --model kjv-diffllama --attention "In the" -o none.html
