import { Hono } from 'hono';
import type { Core } from '../core/port.ts';
import type { Database } from '../database/open.ts';
import type { Reporting } from '../insurer/take-report.ts';
import { demoCore } from './core.ts';
import { demoCustomers } from './customers.ts';
import { officePages } from './office-pages.ts';
import { sandboxPages } from './sandbox-pages.ts';
import { type Seeding, type SeedPlan, seedDemo } from './seed.ts';
import { unclaimedPeople } from './unclaimed.ts';

/** Everyone the demo has. */
export const wholeDemo: SeedPlan = { customers: demoCustomers, people: unclaimedPeople };

/** The demo insurer with its customers, written at the first start, and the pages of its payment sandbox and its desk. */
export async function openDemo(
  db: Database,
  world: Seeding,
  plan: SeedPlan = wholeDemo,
): Promise<{ core: Core; pages: (world: Reporting) => Hono }> {
  const { clock } = world;
  await seedDemo(db, world, plan);
  return {
    core: demoCore(db, clock),
    pages: (whole) => new Hono().route('/', sandboxPages(db, clock)).route('/', officePages(whole)),
  };
}
