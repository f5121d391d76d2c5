import type { Input, RowOf } from '#kit/api/calls'

/** The kinds whose lists have views. */
export type Viewed = Input<'GET /api/view/'>['entity']
export type View = RowOf<'GET /api/view/'>
