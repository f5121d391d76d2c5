import { beforeAll, vi } from 'vitest'

/* Loaded before each test file. A file is read a day before its tests run, as if midnight came between: a day that it keeps from then is the wrong one. */

vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 86_400_000 })
beforeAll(() => void vi.useRealTimers())
