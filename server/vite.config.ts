import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

/** Builds the server: its own sources into dist/server, packages stay in node_modules. */
export default defineConfig({
  root: fileURLToPath(new URL('..', import.meta.url)),
  publicDir: false,
  ssr: { target: 'node', external: true },
  build: {
    ssr: 'server/main.ts',
    target: 'node20',
    outDir: 'dist/server',
    emptyOutDir: true,
    minify: false,
    rollupOptions: { output: { entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' } },
  },
});
