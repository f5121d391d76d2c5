import { phrase, type Sentence } from './say.ts'

/** What every field of an entity says of itself. */
interface FieldBase {
  /** Its English name: in forms, details, history, refusals and workbooks. */
  label: string
  /** A tenant added it: the label is as it was typed, and is not translated. */
  own?: true
  /** A record must have it. */
  required?: true
  /** The server fills it in: no form, and no workbook that is uploaded, has it. */
  readOnly?: true
  /** The history tells of it though no form has it. */
  inHistory?: true
  /** The line of the search text that holds it, counted from 1. It is stored with each record: no number is ever used anew. */
  searchLine?: number
  /** Lists can be sorted by it. */
  sortable?: true
  /** Lists can be filtered by any part of it: the filter's label, where that is not the field's. */
  filter?: true | string
  /** Conditions of lists can name it, and ask whether it is empty where that is said: an index or the search text finds them. */
  where?: true | 'orEmpty'
  /** Its column of the list, where it has one. */
  column?: ListColumn
  /** Its column of workbooks, which has the field's label as its header. `false`: workbooks have none. */
  sheet?: SheetColumn | false
  /** The page of a record shows it in the order of the fields, unless it is last there, or not at all. */
  details?: 'last' | false
  /** `false`: it is changed in its form alone, not where lists and pages show it. */
  inPlace?: false
  /** Those who see an outline of the records alone see it, too. */
  outline?: true
}

export interface ListColumn {
  /** Its position among the columns, counted from 1. */
  at: number
  /** The head, where that is not the field's label. */
  label?: string
  /** Its share of the table's width: '30%'. */
  width?: string
}

export interface SheetColumn {
  /** In characters. */
  width?: number
  /** An upload may come without this column: workbooks that were filled in before there was one have none. */
  mayLack?: true
  /** The values that an upload takes, where it does not take every choice. */
  values?: readonly string[]
}

interface TextField extends FieldBase {
  type: 'text' | 'longText' | 'name' | 'webAddress' | 'emailAddress' | 'phone'
  /** Characters at most, where a text or name may not have 200. */
  max?: number
}
interface RichTextField extends FieldBase {
  type: 'richText'
}
interface ChoiceField extends FieldBase {
  type: 'choice' | 'choices'
  /** The word for each value, in the order of the form. */
  choices: Readonly<Record<string, string>>
  /** A tenant typed the words: they are not translated. */
  ownChoices?: true
  /** What is said where nothing is chosen, and where a value is none of the choices. */
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
  /** What is said where none is given. */
  prompt?: string
}
interface ReferenceField extends FieldBase {
  type: 'reference'
  /** The property of a record that holds the other one. Lists show it, and sort and filter by this name. */
  named: string
  /** The field of the other one that names it. */
  by: string
  /** The column of the history that names the other one, where it has one. */
  historyName?: string
  /** What is said where none is chosen. */
  prompt?: string
  /** It names a person of the tenant. */
  person?: true
}

/** The kinds that conditions choose other records of. */
export type LinkedKind = 'person' | 'contact' | 'project'

interface ReferencesField extends FieldBase {
  type: 'references'
  /** The field of the others that names them. */
  by: string
  prompt: string
  /** How many there may be. */
  most: number
  /** Of what kind they are, where conditions of lists choose among them. */
  kind?: LinkedKind
}
interface NumberField extends FieldBase {
  type: 'number'
}
interface FigureField extends FieldBase {
  type: 'figure'
  readOnly: true
}

/** One field of an entity, described once: its schema, its columns, its input and its words follow from this. */
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

/** When a record was made: the server's own field, which nearly every entity shows. */
export const dateCreated = { label: phrase('Date Created'), type: 'moment', readOnly: true, sortable: true, where: true } as const

/** Who made a record: lists are filtered by it. */
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
/** How lists call a field: by its name, or where it is a reference by what names the other record. */
type Having<F extends FieldSpecs, P> = { [Field in keyof F]: F[Field] extends P ? NameIn<F, Field> : never }[keyof F]

/** The fields that a form fills. */
export type FormField<F extends FieldSpecs> = { [K in keyof F]: F[K] extends { readOnly: true } ? never : K & string }[keyof F]
export type SortOf<F extends FieldSpecs> = Having<F, { sortable: true }>
export type FilterOf<F extends FieldSpecs> = Having<F, { filter: true | string }>
/** What conditions of lists can name. */
export type WhereOf<F extends FieldSpecs> = Having<F, { where: true | 'orEmpty' }>

/** The types of fields whose value a record carries itself: lists can show it by choice, and it is edited where it is shown. */
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
/** The fields that a form fills, with what describes them. */
export const formSpecs = <F extends FieldSpecs>(fields: F) =>
  specsOf(fields).filter(([, spec]) => !spec.readOnly) as [FormField<F>, FieldSpec][]
export const listName = (field: string, spec: FieldSpec) => (spec.type === 'reference' ? spec.named : field)

/** The fields that those see who see an outline of the records alone. */
export const outlineOf = <F extends FieldSpecs>(fields: F) =>
  Object.fromEntries(specsOf(fields).filter(([, { outline }]) => outline)) as Pick<F, Having<F, { outline: true }>>

type HiddenIn<F extends FieldSpecs> = {
  [Field in keyof F as F[Field] extends { outline: true } ? never : Field]: F[Field] extends { type: 'choices' | 'references' }
    ? never[]
    : null
}
/** What the fields outside the outline hold for those who see no more: nothing. A field that says nothing of the outline is hidden. */
export const hiddenIn = <F extends FieldSpecs>(fields: F) =>
  Object.fromEntries(
    specsOf(fields)
      .filter(([, { outline }]) => !outline)
      .map(([field, { type }]) => [field, type === 'choices' || type === 'references' ? [] : null]),
  ) as HiddenIn<F>

/** What lists of the entity can be sorted by: when records were made, as lists are unless asked, and then its fields. */
export const sortsOf = <F extends FieldSpecs>(fields: F) =>
  specsOf(fields)
    .flatMap(([field, spec]) => (spec.sortable ? [listName(field, spec)] : []))
    .toSorted((one, other) => Number(other === 'dateCreated') - Number(one === 'dateCreated')) as SortOf<F>[]

/** The values of a choice, in the order of its form. */
export const valuesOf = <V extends string>(names: Readonly<Record<V, string>>) => Object.keys(names) as [V, ...V[]]
