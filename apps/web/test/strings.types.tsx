import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import type { Condition } from '@tradewind/contract/kit/conditions'
import type { FieldSpecs, WhereOf } from '@tradewind/contract/kit/entityFields'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { useFields } from '#ui/entity/useFields'
import { FormPage } from '#ui/form/FormPage'
import type { ColumnOf } from '#ui/list/columns'
import { ListPage } from '#ui/list/ListPage'
import { useListing } from '#ui/list/Paged'
import { ViewedList } from '#ui/view/ViewedList'

// Code that must not compile. The type check fails where the line below an expected error has none.

// @ts-expect-error -- a column shows a field of the record
export const column: ColumnOf<'company'> = { field: 'legalNmae', head: '', show: () => '' }

// @ts-expect-error -- a list is sorted by what its call sorts by
export const sort: ColumnOf<'company'> = { field: 'website', head: '', show: () => '', sorts: true }

const page = {
  kind: 'company',
  title: '',
  policy: companyPolicy,
  columns: [],
  nameOf: () => '',
  empty: { icon: () => null, title: '', text: '' },
} as never as Omit<Parameters<typeof ListPage<'company'>>[0], 'filters' | 'sort'>

export const lists = (
  <>
    <ListPage {...page} filters={{ country: '' }} sort="-dateCreated" />
    {/* @ts-expect-error -- a list is filtered by what its call filters by */}
    <ListPage {...page} filters={{ contry: '' }} sort="-dateCreated" />
    {/* @ts-expect-error -- a list's initial order is one that its call knows */}
    <ListPage {...page} filters={{}} sort="-datecreated" />
  </>
)

export const viewed = (
  <>
    <ViewedList {...page} fields={companyFields} filters={{}} sort="-dateCreated" />
    {/* @ts-expect-error -- only lists that have views can be shown in views */}
    <ViewedList {...page} kind="summary" fields={companyFields} filters={{}} sort="-dateCreated" />
  </>
)

// @ts-expect-error -- a filter condition names a field of the list
export const condition: Condition<WhereOf<typeof companyFields>> = { field: 'legalNmae', operator: 'is', values: [] }

const form = { kind: 'company', listTitle: '', newTitle: '', nameOf: () => '', required: [], children: () => null } as const

export const forms = (
  <>
    <FormPage {...form} empty={{ legalName: '' }} labels={{ legalName: '' }} />
    {/* @ts-expect-error -- a form has fields that its calls take */}
    <FormPage {...form} empty={{ legalNmae: '' }} labels={{ legalNmae: '' }} />
    {/* @ts-expect-error -- a required field is a field of the form */}
    <FormPage {...form} empty={{ legalName: '' }} labels={{ legalName: '' }} required={['country']} />
  </>
)

export const useMisspelt = () => {
  // @ts-expect-error -- the URL filters by what the call filters by
  useListing('GET /api/company/', { filters: ['contry'], sort: 'country' })
  // @ts-expect-error -- a list's query is what its call accepts
  useListing('GET /api/contact/fetchAllByCompany/:companyId', { fixedInput: { company: '' }, sort: 'company' })
  const { columns, labels } = useFields(companyFields)
  // @ts-expect-error -- an override of a column is keyed by its field
  columns({ legalNmae: () => '' })
  // @ts-expect-error -- only fields have labels
  columns({ legalName: () => labels.legalNmae })
  // @ts-expect-error -- an override of an input is keyed by its field
  useFieldForm(companyFields, { legalNmae: () => null })
  const day = { due: { label: '', type: 'day' } } as const satisfies FieldSpecs
  // @ts-expect-error -- a form must supply the input of a day
  useFieldForm(day, {})
}
