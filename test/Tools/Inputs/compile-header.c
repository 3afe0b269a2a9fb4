/* Calls an entry through the header that diffattn-compile wrote. */
#include HEADER
#include <stdio.h>

int main(void) {
  diffattn_context *context = diffattn_context_create();
  float a = 10, x[2] = {1, 2}, y[2] = {2, 4};
  int64_t sizes[1] = {2};
  diffattn_tensor at = {&a, NULL, NULL, 0, DIFFATTN_F32};
  diffattn_tensor xt = {x, sizes, NULL, 1, DIFFATTN_F32};
  diffattn_tensor yt = {y, sizes, NULL, 1, DIFFATTN_F32};
  diffattn_status status = call_axpy_double(context, &at, &xt, &yt);
  if (status || call_nothing(context))
    printf("%s\n", diffattn_context_error(context));
  printf("%g %g\n", (double)y[0], (double)y[1]);
  diffattn_context_destroy(context);
  return (int)status;
}
