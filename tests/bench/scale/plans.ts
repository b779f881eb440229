import { closeSync, openSync, readSync, statSync } from 'node:fs';

/** One statement as PostgreSQL ran it, by its module auto_explain. */
export interface Ran {
  text: string;
  ms: number;
  /** Pages of tables and indexes that were looked at, in memory or not. */
  pages: number;
  /** Those of the pages that were not in the database's memory. */
  fetched: number;
  /** Tables that were read from their first row to their last. */
  scanned: string[];
}

interface Node {
  'Node Type': string;
  'Relation Name'?: string;
  'Shared Hit Blocks'?: number;
  'Shared Read Blocks'?: number;
  Plans?: Node[];
}

const PREFIX = '@@';

/** What makes a PostgreSQL write each statement's plan to its log, once a connection asks for it by `auto_explain.log_min_duration`. */
export const explaining = [
  'shared_preload_libraries=auto_explain',
  `log_line_prefix=${PREFIX}`,
  'auto_explain.log_analyze=on',
  'auto_explain.log_buffers=on',
  // Asking for the time of each step would cost more than many steps.
  'auto_explain.log_timing=off',
  'auto_explain.log_format=json',
  'auto_explain.log_nested_statements=on',
];

/** The statements in a log from an offset on, in bytes. */
export function ranSince(log: string, offset: number): Ran[] {
  return textSince(log, offset)
    .split(new RegExp(`^${PREFIX}`, 'm'))
    .flatMap((entry) => {
      const [, ms, json] = /^LOG: {2}duration: ([\d.]+) ms {2}plan:\n(.*)$/s.exec(entry) ?? [];
      if (!ms || !json) return [];
      const { 'Query Text': text, Plan: plan } = JSON.parse(json.replace(/^\t/gm, '')) as {
        'Query Text': string;
        Plan: Node;
      };
      return [
        {
          text,
          ms: Number(ms),
          pages: pagesOf(plan),
          fetched: plan['Shared Read Blocks'] ?? 0,
          scanned: scannedIn(plan),
        },
      ];
    });
}

const pagesOf = (node: Node) => (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0);

function scannedIn(node: Node): string[] {
  // An empty one, as a month that has not begun, is read by looking at no page.
  const isRead = node['Node Type'] === 'Seq Scan' && pagesOf(node) > 0;
  const own = isRead && node['Relation Name'] ? [node['Relation Name']] : [];
  return [...own, ...(node.Plans ?? []).flatMap(scannedIn)];
}

export const lengthOf = (log: string): number => statSync(log).size;

function textSince(log: string, offset: number): string {
  const bytes = Buffer.alloc(lengthOf(log) - offset);
  const file = openSync(log, 'r');
  readSync(file, bytes, 0, bytes.length, offset);
  closeSync(file);
  return bytes.toString('utf8');
}
