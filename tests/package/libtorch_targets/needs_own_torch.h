#ifndef CALLERS_OWN_TORCH
#error "LibTorch::torch does not stand for the caller's own target"
#endif
