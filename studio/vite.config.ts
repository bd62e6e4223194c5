import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

// The page is part of the program: few files with fixed names, the same bytes from the same source.
export default defineConfig({
  plugins: [svelte()],
  base: '/',
  build: {
    outDir: '../crates/townsfolk-studio/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: false,
    cssCodeSplit: false,
    assetsInlineLimit: 0,
    // It comes from loopback.
    chunkSizeWarningLimit: 1000,
    rolldownOptions: {
      output: {
        entryFileNames: 'studio.js',
        chunkFileNames: 'studio-[name].js',
        assetFileNames: 'studio[extname]',
        codeSplitting: false,
      },
    },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:7878', '/live': { target: 'ws://127.0.0.1:7878', ws: true } } },
});
