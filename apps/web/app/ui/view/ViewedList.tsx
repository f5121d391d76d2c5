import { type ReactElement, Suspense } from 'react'
import type { Kind } from '#kit/api/calls'
import { ListSkeleton } from '#ui/list/ListSkeleton'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import type { Viewed } from './types.ts'
import type { ViewedListProps } from './WholeList.tsx'

// It is on its way before the screen is drawn: six lists share it, and no other screen has it.
const loading = import('./WholeList.tsx')
loading.catch(() => {})
const WholeList = lazyWithRetry(async () => (await loading.catch(() => import('./WholeList.tsx'))).WholeList as never)

/** A list with conditions and views: `ListPage`, and the fields that those know. */
export const ViewedList = <K extends Kind & Viewed>(page: ViewedListProps<K>): ReactElement => (
  <Suspense fallback={<ListSkeleton />}>
    <WholeList {...(page as object)} />
  </Suspense>
)
