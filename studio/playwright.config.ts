import { defineConfig } from '@playwright/test';

// Real clicks in the system's Chromium. Screenshots are kept to be looked at, not compared.
export default defineConfig({
  testDir: 'tests',
  outputDir: '../target/studio-tests',
  timeout: 60_000,
  workers: 1,
  retries: 0,
  reporter: [['list']],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    launchOptions: { executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] },
  },
});
