import { gt, type SQL } from 'drizzle-orm';
import type { Clock } from '../clock.ts';
import type { CommonNow } from '../database/earlier-clock.ts';
import { tokens } from '../database/schema.ts';

/** The condition of every search for a token: it is judged by the clock that it was stamped by (F60). */
export const isGoodToken = ({ commonNow }: { commonNow: CommonNow | Clock }): SQL => gt(tokens.expires, commonNow());
