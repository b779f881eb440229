import { Hono } from 'hono';
import type { Clock } from '../clock.ts';
import type { Core } from '../core/port.ts';
import type { Database } from '../database/open.ts';
import type { Reporting } from '../insurer/take-report.ts';
import { demoCore } from './core.ts';
import { demoCustomers } from './customers.ts';
import { officePages } from './office-pages.ts';
import { sandboxPages } from './sandbox-pages.ts';
import { type SeedPlan, seedDemo } from './seed.ts';
import { unclaimedPeople } from './unclaimed.ts';

/** Everyone the demo has. */
export const wholeDemo: SeedPlan = { customers: demoCustomers, people: unclaimedPeople };

/** The demo insurer with its customers, written at the first start, and the pages of its payment sandbox and its desk. */
export async function openDemo(
  db: Database,
  clock: Clock,
  plan: SeedPlan = wholeDemo,
): Promise<{ core: Core; pages: (world: Reporting) => Hono }> {
  await seedDemo(db, clock, plan);
  return {
    core: demoCore(db, clock),
    pages: (world) => new Hono().route('/', sandboxPages(db, clock)).route('/', officePages(world)),
  };
}
