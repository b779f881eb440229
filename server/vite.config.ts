import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
import { databaseTemplate } from './database/template.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Puts an empty database beside the server, so that its first start has not to make one. */
function withDatabaseTemplate(): Plugin {
  return {
    name: 'amparo:database-template',
    async generateBundle() {
      const source = await databaseTemplate(root);
      this.emitFile({ type: 'asset', fileName: 'database-template.tar.gz', source });
    },
  };
}

/** Builds the server: its own sources into one folder, packages stay in node_modules. */
export default defineConfig({
  root,
  plugins: [withDatabaseTemplate()],
  publicDir: false,
  ssr: { target: 'node', external: true },
  build: {
    ssr: true,
    target: 'node20',
    outDir: '.builds/loose/server',
    emptyOutDir: true,
    minify: false,
    rollupOptions: {
      input: {
        main: 'server/main.ts',
        doctor: 'server/doctor/main.ts',
        outgoing: 'server/outgoing/main.ts',
        maintenance: 'server/maintenance/main.ts',
        'core-demo': 'server/demo/core-demo.ts',
        person: 'server/person/main.ts',
        trail: 'server/audit/main.ts',
        invoice: 'server/invoice/main.ts',
      },
      output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
    },
  },
});
