import { beforeAll, vi } from 'vitest'

/* Loaded before each test file. A file is loaded a day before its tests run, as if midnight had passed in between: a day that it computed at load time is wrong. */

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
beforeAll(() => void vi.useRealTimers())
