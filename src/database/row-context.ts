/** The place a sealed value is bound to. It is authenticated with the value. */
export interface RowContext {
  table: string;
  /** The row's primary key, joined. */
  row: string;
  owner: string;
}

export const contextOf = ({ table, row, owner }: RowContext): string[] => ['amparo 1', table, row, owner];
