import type { Api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { z } from 'zod'

type AnyEndpoint = { [F in keyof Api]: Api[F][keyof Api[F]] }[keyof Api]
type ByRoute = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }
type RoutesAnswering<A extends Endpoint['replyType']> = { [R in Route]: ByRoute[R] extends { replyType: A } ? R : never }[Route]

/** Every call of the API by its method and path, as in the contract: 'GET /api/company/'. */
export type Route = keyof ByRoute

/** The resource of a path: calls to `/api/company/…` belong to 'company'. */
export type Resource = { [R in Route]: R extends `${string} /api/${infer Of}/${string}` ? Of : never }[Route]

/** The input of a call: path, query and body as one object. */
export type Input<R extends Route> = ByRoute[R] extends Endpoint ? z.input<ByRoute[R]['input']> : never

type Data<R extends Route> = ByRoute[R] extends Endpoint ? z.output<ByRoute[R]['reply']> : never

/** A page of a list: its records, the total, and whether that total is an estimate. */
export interface Rows<T> {
  rows: T[]
  total: number
  estimated: boolean
  /** The total is still being counted by a separate call, or that call failed: `total` is the number known so far. */
  counting?: true | 'failed'
}

export type ListRoute = RoutesAnswering<'list'>

/** One record of a list. */
export type RowOf<R extends ListRoute> = Data<R> extends readonly (infer T)[] ? T : never

/** What a list accepts besides page and order: its filters, and the fields of its path. */
export type FilterIn<R extends ListRoute> = Exclude<keyof Input<R> & string, 'page' | 'size' | 'sort' | 'total'>
/** The fields that a list can be sorted by. */
export type SortIn<R extends ListRoute> =
  Input<R> extends { sort?: infer Sort } ? Exclude<Sort, `-${string}` | undefined> & string : never

/** What a call returns: the page of a list, the file of a download, the data of anything else. */
export type Answer<R extends Route> = R extends ListRoute ? Rows<RowOf<R>> : R extends RoutesAnswering<'file'> ? File : Data<R>

/** An answer with the server's status and message. */
export interface Reply<R extends Route> {
  responseStatus: string
  message: string
  data: Answer<R>
}

/** The kinds of record that have a list, and a call that reads one: 'company'. */
export type Kind = {
  [R in Route]: R extends `GET /api/${infer K}/:uniqueId` ? (`GET /api/${K}/` extends ListRoute ? K : never) : never
}[Route]

/** The calls that create a record. */
export type CreateRoute = Extract<RoutesAnswering<'created'>, `POST ${string}`>

/** The lists that can be downloaded. */
export type ExportableKind = { [R in Route]: R extends `POST /api/${infer K}/export` ? K : never }[Route]

/** The fields that every record has. */
export interface RecordBase {
  uniqueId: string
  dateCreated: string
  updatedAt: string
}
type ListOf<K extends Kind> = Extract<`GET /api/${K}/`, ListRoute>
/** The fields that the list of a kind can be sorted by, and filtered by. */
export type SortOf<K extends Kind> = SortIn<ListOf<K>>
export type FilterOf<K extends Kind> = FilterIn<ListOf<K>>
type InputField<R> = R extends Route ? keyof Input<R> & string : never
/** The fields that a form for a record may have: the inputs of its create and update calls. */
export type FieldOf<K extends Kind> = Exclude<
  InputField<`POST /api/${K}/`> | InputField<`PATCH /api/${K}/`>,
  'uniqueId' | 'updatedAt'
>
export type RecordOf<K extends Kind> = RowOf<ListOf<K>> & RecordBase
