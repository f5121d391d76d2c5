import { defineConfig } from 'drizzle-kit'

export default defineConfig({
  dialect: 'postgresql',
  schema: [
    './src/*/schema/*.table.ts',
    './src/kit/record/activity.ts',
    './src/kit/record/audit.ts',
    './src/kit/custom/definitions.ts',
    './src/kit/http/idempotency.ts',
    './src/kit/record/uploadState.ts',
  ],
  out: './migrations',
  casing: 'snake_case',
})
