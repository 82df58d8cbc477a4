"""The comparison for rule P1 in Python: the same stages as the diagnosis in a plain script.

Usage: script_check.py [cpu|cuda:N]
"""

import sys

import torch


def main() -> int:
    device = torch.device(sys.argv[1] if len(sys.argv) > 1 else "cuda:0")
    if device.type == "cuda":
        if not torch.cuda.is_available() or (device.index or 0) >= torch.cuda.device_count():
            print("no such GPU")
            return 6
    a = torch.tensor([[1.0, 2.0], [3.0, 4.0]], device=device, requires_grad=True)
    b = torch.tensor([[2.0, 0.0], [1.0, 2.0]], device=device, requires_grad=True)
    product = a @ b
    if product.tolist() != [[4.0, 4.0], [10.0, 8.0]]:
        return 8
    loss = (product * product).sum()
    loss.backward()
    right = (
        loss.item() == 196.0
        and a.grad.tolist() == [[16.0, 24.0], [40.0, 52.0]]
        and b.grad.tolist() == [[68.0, 56.0], [96.0, 80.0]]
    )
    if device.type == "cuda":
        torch.cuda.synchronize(device)
    print("passed" if right else "wrong value")
    return 0 if right else 8


if __name__ == "__main__":
    sys.exit(main())
