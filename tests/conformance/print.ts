import type { Finding } from './checks.ts';

/** The findings as a table with a line each. Deviations are repeated at the end, after their number. */
export function printed(found: readonly Finding[]): { lines: string[]; deviations: number } {
  const wide = Math.max(...found.map(({ row }) => row.length));
  const long = Math.max(...found.map(({ what }) => what.length));
  const line = ({ row, what, held, told }: Finding) =>
    `${row.padEnd(wide)}  ${what.padEnd(long)}  ${held === null ? 'not tried' : held ? 'holds' : 'DEVIATES'}  ${told}`.trimEnd();
  const wrong = found.filter(({ held }) => held === false);
  const count = (held: boolean | null) => found.filter((one) => one.held === held).length;
  return {
    lines: [
      ...found.map(line),
      '',
      `${count(true)} hold, ${wrong.length} deviate, ${count(null)} not tried`,
      ...wrong.map(line),
    ],
    deviations: wrong.length,
  };
}
