import { defineConfig } from 'drizzle-kit';

/** `npx drizzle-kit generate --config server/drizzle.config.ts --name what-changes` writes the next migration. */
export default defineConfig({
  dialect: 'postgresql',
  schema: ['./server/database/schema.ts', './server/demo/schema.ts'],
  out: './server/migrations',
});
