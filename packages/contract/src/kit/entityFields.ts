import { phrase } from './phrase.ts'
import { type Sentence } from './say.ts'

/** The properties that every field of an entity has. */
interface FieldBase {
  /** Its English name in forms, details, history, refusals and workbooks. */
  label: string
  /** Added by a tenant: the label is as typed, and is not translated. */
  own?: true
  /** A record must have it. */
  required?: true
  /** The server sets it: it is in no form, and in no workbook that is uploaded. */
  readOnly?: true
  /** The history shows it although no form has it. */
  inHistory?: true
  /** The line of the search text that holds it, counted from 1. It is stored with each record, so a number is never reused. */
  searchLine?: number
  /** Lists can be sorted by it. */
  sortable?: true
  /** Lists can be filtered by any part of it. A string is the filter's label, where that is not the field's. */
  filter?: true | string
  /** Conditions of lists can name it; with `orEmpty` they can also test whether it is empty. An index or the search text serves them. */
  where?: true | 'orEmpty'
  /** Its column in lists, if any. */
  column?: ListColumn
  /** Its column in workbooks, with the field's label as the header. `false`: workbooks have none. */
  sheet?: SheetColumn | false
  /** The record's page shows it in the order of the fields; `last` puts it last, `false` hides it. */
  details?: 'last' | false
  /** `false`: it is edited only in its form, not inline in lists and pages. */
  inPlace?: false
  /** Also visible to users who see only an outline of the records. */
  outline?: true
}

export interface ListColumn {
  /** Its position among the columns, counted from 1. */
  at: number
  /** It is the record's name, and its link, although it is not the first column. */
  isName?: true
  /** The column's header, where that is not the field's label. */
  label?: string
  /** Its share of the table's width: '30%'. */
  width?: string
  /** A phone's cards always show it; tables only where it is chosen. */
  onlyOnCards?: true
}

export interface SheetColumn {
  /** In characters. */
  width?: number
  /** An upload may lack this column: workbooks made before the column existed do not have it. */
  mayLack?: true
  /** The values that an upload accepts, where it does not accept every choice. */
  values?: readonly string[]
}

interface TextField extends FieldBase {
  type: 'text' | 'longText' | 'name' | 'webAddress' | 'emailAddress' | 'phone'
  /** The maximum number of characters, where that is not 200. */
  max?: number
}
interface RichTextField extends FieldBase {
  type: 'richText'
}
interface ChoiceField extends FieldBase {
  type: 'choice' | 'choices'
  /** The label of each value, in the order of the form. */
  choices: Readonly<Record<string, string>>
  /** A tenant typed the labels: they are not translated. */
  ownChoices?: true
  /** The error message where nothing is chosen, or where a value is none of the choices. */
  prompt: string | Sentence
  wrongChoice?: string | Sentence
}
interface CountryField extends FieldBase {
  type: 'country'
}
interface DayField extends FieldBase {
  type: 'day'
}
interface MomentField extends FieldBase {
  type: 'moment'
  /** It is shown with the time of day. */
  precise?: true
  /** The error message where the value is missing. */
  prompt?: string
}
interface ReferenceField extends FieldBase {
  type: 'reference'
  /** The property of a record that holds the referenced one. Lists show it, and sort and filter by this name. */
  named: string
  /** The field of the referenced record that names it. */
  by: string
  /** The history's column that names the referenced record, if any. */
  historyName?: string
  /** The error message where none is chosen. */
  prompt?: string
  /** It refers to a person of the tenant. */
  person?: true
  /** Its kind, where conditions of lists choose among the records instead of comparing their names. */
  kind?: LinkedKind
}

/** The kinds of record that conditions choose from. */
export type LinkedKind = 'person' | 'contact' | 'project'

interface ReferencesField extends FieldBase {
  type: 'references'
  /** The field of the referenced records that names them. */
  by: string
  prompt: string
  /** The maximum number of references. */
  maxItems: number
  /** Their kind, where conditions of lists choose among them. */
  kind?: LinkedKind
}
interface NumberField extends FieldBase {
  type: 'number'
}
interface FigureField extends FieldBase {
  type: 'figure'
  readOnly: true
}

/** One field of an entity, described once: its schema, its columns, its input and its labels are derived from it. */
export type FieldSpec =
  | RichTextField
  | TextField
  | ChoiceField
  | CountryField
  | DayField
  | MomentField
  | ReferenceField
  | ReferencesField
  | NumberField
  | FigureField
/** The fields of an entity, in the order of its form. */
export type FieldSpecs = Readonly<Record<string, FieldSpec>>

/** When a record was created: the server's own field, which nearly every entity shows. */
export const dateCreated = { label: phrase('Date Created'), type: 'moment', readOnly: true, sortable: true, where: true } as const

/** Who created a record; lists can be filtered by it. */
export const createdBy = {
  label: phrase('Created by'),
  type: 'reference',
  named: 'createdBy',
  by: 'fullName',
  person: true,
  readOnly: true,
  where: true,
  sheet: false,
  details: false,
} as const

type NameIn<F extends FieldSpecs, Field extends keyof F> = F[Field] extends { named: infer Named extends string }
  ? Named
  : Field & string
/** The name of a field in lists: its own name, or for a reference the property that names the other record. */
type FieldNamesWith<F extends FieldSpecs, P> = { [Field in keyof F]: F[Field] extends P ? NameIn<F, Field> : never }[keyof F]

/** The fields that a form fills. */
export type FormField<F extends FieldSpecs> = { [K in keyof F]: F[K] extends { readOnly: true } ? never : K & string }[keyof F]
export type SortOf<F extends FieldSpecs> = FieldNamesWith<F, { sortable: true }>
export type FilterOf<F extends FieldSpecs> = FieldNamesWith<F, { filter: true | string }>
/** The names of fields that conditions of lists can use. */
export type WhereOf<F extends FieldSpecs> = FieldNamesWith<F, { where: true | 'orEmpty' }>

/** The types of fields whose value is stored in the record itself: lists can show them by choice, and they can be edited inline. */
export const plainTypes: readonly FieldSpec['type'][] = [
  'text',
  'longText',
  'name',
  'webAddress',
  'emailAddress',
  'phone',
  'choice',
  'choices',
  'country',
  'day',
  'moment',
]

export const specsOf = <F extends FieldSpecs>(fields: F) => Object.entries(fields) as [keyof F & string, FieldSpec][]
/** The fields that a form fills, with their descriptions. */
export const formSpecs = <F extends FieldSpecs>(fields: F) =>
  specsOf(fields).filter(([, spec]) => !spec.readOnly) as [FormField<F>, FieldSpec][]
export const listName = (field: string, spec: FieldSpec) => (spec.type === 'reference' ? spec.named : field)

/** The fields that are visible to users who see only an outline of the records. */
export const outlineOf = <F extends FieldSpecs>(fields: F) =>
  Object.fromEntries(specsOf(fields).filter(([, { outline }]) => outline)) as Pick<F, FieldNamesWith<F, { outline: true }>>

type HiddenIn<F extends FieldSpecs> = {
  [Field in keyof F as F[Field] extends { outline: true } ? never : Field]: F[Field] extends { type: 'choices' | 'references' }
    ? never[]
    : null
}
/** Empty values for the fields outside the outline, for users who see only the outline. A field is hidden unless it is marked as part of the outline. */
export const hiddenValuesOf = <F extends FieldSpecs>(fields: F) =>
  Object.fromEntries(
    specsOf(fields)
      .filter(([, { outline }]) => !outline)
      .map(([field, { type }]) => [field, type === 'choices' || type === 'references' ? [] : null]),
  ) as HiddenIn<F>

/** The fields that lists of the entity can be sorted by: the creation time, which is the default, then its sortable fields. */
export const sortsOf = <F extends FieldSpecs>(fields: F) =>
  specsOf(fields)
    .flatMap(([field, spec]) => (spec.sortable ? [listName(field, spec)] : []))
    .toSorted((one, other) => Number(other === 'dateCreated') - Number(one === 'dateCreated')) as SortOf<F>[]

/** The values of a choice, in the order of its form. */
export const valuesOf = <V extends string>(names: Readonly<Record<V, string>>) => Object.keys(names) as [V, ...V[]]
