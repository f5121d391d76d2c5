import { readFileSync } from 'node:fs'
import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Packages that know nothing of the app: their tests need no database of its own. */
const engines = ['byte-store', 'embedded-postgres', 'stomp-server', 'workbook']
const patient = { testTimeout: 60_000, hookTimeout: 60_000, expect: { poll: { timeout: 20_000 } } }

// Vitest takes the first of two targets of an import path, also where the file is the second: here the extension is found out.
const webPaths = [
  { find: /^#/, replacement: `${import.meta.dirname}/apps/web/app/` },
  // For all files alike: a worker that has loaded the app does not load it anew for a file with mocks of its own.
  { find: /^idb-keyval$/, replacement: `${import.meta.dirname}/apps/web/test/deviceStorage.ts` },
]

const wantsDocument = ({ moduleId }: TestSpecification) =>
  readFileSync(moduleId, 'utf8').startsWith('// @vitest-environment jsdom')

/** Files with a document come first, one after the other: where files without one come between, a worker ends and the next one loads all screens anew. */
class DocumentsTogether extends BaseSequencer {
  override async sort(files: TestSpecification[]) {
    // oxlint-disable-next-line unicorn/no-array-sort -- the sequencer's own
    const sorted = await super.sort(files)
    const withDocument = new Set(sorted.filter(wantsDocument))
    return [...withDocument, ...sorted.filter((file) => !withDocument.has(file))]
  }
}

export default defineConfig({
  test: {
    // A worker loads the app once for all its test files, not once for each: a file leaves behind nothing that another would find.
    isolate: false,
    sequence: { sequencer: DocumentsTogether },
    maxWorkers: 3, // on two processors: the tests wait for the database as long as they think
    projects: [
      { test: { name: 'contract', root: 'packages/contract' } },
      ...engines.map((name) => ({ test: { name, root: `packages/${name}`, ...patient } })),
      {
        test: {
          name: 'server',
          root: 'apps/server',
          // Garbage is collected once a worker holds half a gigabyte, not whenever it waits: the app, which stays, was marked again and again.
          execArgv: ['--initial-old-space-size=512', '--no-memory-reducer'],
          globalSetup: 'test/setup.ts',
          setupFiles: ['test/sharded/collect.ts', 'test/yesterday.ts'],
          ...patient,
        },
      },
      {
        resolve: { alias: webPaths },
        test: { name: 'web', root: 'apps/web', setupFiles: 'test/setup.ts', testTimeout: 60_000 },
      },
      { test: { name: 'scripts', root: 'scripts', ...patient } },
    ],
  },
})
