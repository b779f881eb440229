/** Closes the dialog that an answer is about, by `setState`. By the time of the answer another one may be open, which stays. */
export const unlessOf =
  <T>(which: T) =>
  (open: T | null) =>
    open === which ? null : open;
