/**
 * Moves the clock of a process to TEST_CLOCK in the zone of TZ: to an hour of this day, such as '23:30', or to another day's, such as
 * '2027-01-01T00:30'. From there it goes on. Node loads it before everything else, so that what takes Date for real, and puts it
 * back, has the moved one.
 */
const Real = Date;
const asked = /^(?:(\d{4})-(\d\d)-(\d\d)T)?([01]\d|2[0-3]):([0-5]\d)$/.exec(process.env.TEST_CLOCK ?? '');
const realNow = Real.now;
const start = realNow();
const there = new Real(start);
const [year, month, day, hour, minute] = asked?.slice(1).map(Number) ?? [];
if (asked?.[1]) there.setFullYear(year, month - 1, day);
if (!asked || (asked[1] && there.getMonth() !== month - 1)) {
  throw new Error(
    `TEST_CLOCK is '${process.env.TEST_CLOCK}'; it is an hour such as 23:30, or such as 2027-01-01T00:30`,
  );
}
const ahead = there.setHours(hour, minute) - start;
const now = () => realNow() + ahead;

Real.now = now;
globalThis.Date = new Proxy(Real, {
  apply: () => new Real(now()).toString(),
  construct: (_, given, as) => Reflect.construct(Real, given.length === 0 ? [now()] : given, as),
});
Real.prototype.constructor = globalThis.Date;
