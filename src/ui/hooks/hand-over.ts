/** Gives a file to the system under its own name, which opens it in a viewer or saves it to the downloads. */
export function handOver(file: File): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement('a');
  anchor.href = address;
  anchor.download = file.name;
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  // Safari reads the address a while after the click.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
