import type { Api } from '@tradewind/contract/api'
import type { Endpoint } from '@tradewind/contract/kit/endpoint'
import type { z } from 'zod'

type AnyEndpoint = { [F in keyof Api]: Api[F][keyof Api[F]] }[keyof Api]
type ByRoute = { [E in AnyEndpoint as `${E['method']} ${E['path']}`]: E }
type AnsweringBy<A extends Endpoint['answers']> = { [R in Route]: ByRoute[R] extends { answers: A } ? R : never }[Route]

/** Every call of the API by its method and path, as the contract spells it: 'GET /api/company/'. */
export type Route = keyof ByRoute

/** What the calls of one path belong to: those of `/api/company/…` to 'company'. */
export type Resource = { [R in Route]: R extends `${string} /api/${infer Of}/${string}` ? Of : never }[Route]

/** What goes into a call: path, query and body as one object. */
export type Input<R extends Route> = ByRoute[R] extends Endpoint ? z.input<ByRoute[R]['input']> : never

type Data<R extends Route> = ByRoute[R] extends Endpoint ? z.output<ByRoute[R]['reply']> : never

/** A page of a list: its records, how many there are in all, and whether that count is an estimate. */
export interface Rows<T> {
  rows: T[]
  total: number
  estimated: boolean
  /** How many there are is asked for alone, or could not be had: the total is what is known of. */
  counting?: true | 'failed'
}

export type ListRoute = AnsweringBy<'list'>

/** One record of a list. */
export type RowOf<R extends ListRoute> = Data<R> extends readonly (infer T)[] ? T : never

/** What a list can be asked besides its page and order: its filters, and fields of its path. */
export type FilterIn<R extends ListRoute> = Exclude<keyof Input<R> & string, 'page' | 'size' | 'sort' | 'total'>
/** What a list can be sorted by. */
export type SortIn<R extends ListRoute> =
  Input<R> extends { sort?: infer Sort } ? Exclude<Sort, `-${string}` | undefined> & string : never

/** What a call gives: the page of a list, the file of a download, the data of anything else. */
export type Answer<R extends Route> = R extends ListRoute ? Rows<RowOf<R>> : R extends AnsweringBy<'file'> ? File : Data<R>

/** An answer with the words that the server sent along. */
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
export type Creating = Extract<AnsweringBy<'created'>, `POST ${string}`>

/** The lists that can be downloaded. */
export type Exported = { [R in Route]: R extends `POST /api/${infer K}/export` ? K : never }[Route]

/** What every record carries. */
export interface Stamped {
  uniqueId: string
  dateCreated: string
  updatedAt: string
}
type ListOf<K extends Kind> = Extract<`GET /api/${K}/`, ListRoute>
/** What the list of a kind can be sorted by, and filtered by. */
export type SortOf<K extends Kind> = SortIn<ListOf<K>>
export type FilterOf<K extends Kind> = FilterIn<ListOf<K>>
type Given<R> = R extends Route ? keyof Input<R> & string : never
/** The fields that a form over a record may have: those of its calls that create and change. */
export type FieldOf<K extends Kind> = Exclude<Given<`POST /api/${K}/`> | Given<`PATCH /api/${K}/`>, 'uniqueId' | 'updatedAt'>
export type RecordOf<K extends Kind> = RowOf<ListOf<K>> & Stamped
