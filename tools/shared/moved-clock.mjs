/**
 * Moves the clock of a process to the hour of TEST_CLOCK, such as '23:30', in the zone of TZ; from there it goes on. Node loads
 * it before everything else, so that what takes Date for real, and puts it back, has the moved one.
 */
const Real = Date;
const asked = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(process.env.TEST_CLOCK ?? '');
if (!asked) throw new Error(`TEST_CLOCK is '${process.env.TEST_CLOCK}'; it is an hour such as 23:30`);

const realNow = Real.now;
const start = realNow();
const ahead = new Real(start).setHours(Number(asked[1]), Number(asked[2])) - start;
const now = () => realNow() + ahead;

Real.now = now;
globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (_, given, as) => Reflect.construct(Real, given.length === 0 ? [now()] : given, as),
});
Real.prototype.constructor = globalThis.Date;
