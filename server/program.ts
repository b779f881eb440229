import { startProblem } from './start-problem.ts';

/** What was written behind a program's name. npm hands its own '--' on. */
export const programArgs = (): string[] => process.argv.slice(2).filter((arg) => arg !== '--');

/** Runs a program of the command line to its exit code. What stops it is told as a start's problem is, with code 1. */
export async function runProgram(main: () => Promise<number>): Promise<never> {
  try {
    process.exit(await main());
  } catch (error) {
    console.error(startProblem(error));
    process.exit(1);
  }
}
