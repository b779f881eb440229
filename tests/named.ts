/** Finds a control by its label, also when screen readers hear after it what it is about: 'Quitar: iPhone de Ana'. */
export const named = (label: string | RegExp) =>
  typeof label === 'string'
    ? (name: string) => name === label || (/^\s*: /.test(name.slice(label.length)) && name.startsWith(label))
    : label;
