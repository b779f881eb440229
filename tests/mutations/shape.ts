/** The mutations of one room: each takes one protection away, and the test beside it must then fail. */
export interface Mutations {
  /** The folder of the files. */
  below: string;
  rows: Mutation[];
}

type Mutation = readonly [
  /** The ids of docs/requirements.md it is about, separated by a blank. */
  faults: string,
  file: string,
  /** A function or another declaration of the file. */
  place: string,
  /** What is changed there, as tools/mutations/mutate.mjs explains. Where no name can say it: a text of the file, and the one instead. */
  mutation: string | readonly [find: string, instead: string],
  /** The file below tests/ without its ending. One in journeys/ shows in a browser only. */
  test: string,
  /** A part of the title of the test that must fail. */
  title: string,
  protects: string,
];
