/**
 * Sums Playwright's report. A run that was cut counts as failed, whatever passed before.
 * @param report as JSON, or null when there is none
 * @param ended how Playwright ended: its exit code, and whether it was cut
 * @returns {{ passed: number, failed: number, leftOut: string[] }} with a line per reason, and one per journey without time
 */
export function sum(report, { code, cut }) {
  if (!report) return { passed: 0, failed: 1, leftOut: [] };
  const { expected, flaky, unexpected } = report.stats;
  const whole = code === 0 && !cut;
  return { passed: expected + flaky, failed: unexpected || (whole ? 0 : 1), leftOut: leftOut(report.suites) };
}

/** A line with the number of journeys, or parts of one, left out per engine and reason; those without time by name. */
function leftOut(suites) {
  const counts = new Map();
  const note = (reason) => counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const late = [];
  for (const { title, status, projectName, annotations } of suites.flatMap(testsOf)) {
    const skip = annotations.find(({ type }) => type === 'skip')?.description;
    if (status === 'skipped' && (!skip || skip === 'no time was left'))
      late.push(`for want of time in ${projectName}: ${title}`);
    else if (status === 'skipped') note(`in ${projectName} because ${skip}`);
    for (const { type, description } of annotations) {
      if (type === 'left out') note(`times in ${projectName} within a journey: ${description}`);
    }
  }
  return [...[...counts].map(([reason, count]) => `${count} ${reason}`), ...late];
}

function testsOf(suite) {
  return [
    ...(suite.specs ?? []).flatMap(({ title, tests }) => tests.map((one) => ({ ...one, title }))),
    ...(suite.suites ?? []).flatMap(testsOf),
  ];
}
