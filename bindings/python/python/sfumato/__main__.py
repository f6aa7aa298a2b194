"""The program `sfumato`, as the console script runs it."""

import signal
import sys

from ._native import run


def main() -> None:
    # The program does not come back to the interpreter before it is done.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(["sfumato", *sys.argv[1:]]))


if __name__ == "__main__":
    main()
