import { Anchor, Text, TextInput } from '@mantine/core'
import { companyFields } from '@tradewind/contract/crm/company.fields'
import { companyPolicy } from '@tradewind/contract/crm/policies'
import { phrase } from '@tradewind/contract/kit/phrase'
import { Suspense } from 'react'
import { Link, useParams } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useParam } from '#kit/browser/search-params'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { useFieldForm } from '#ui/entity/useFieldForm'
import { type FieldProps, FormPage } from '#ui/form/FormPage'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'
import { TypesInput } from './TypesInput.tsx'

const SimilarCompanies = lazyWithRetry(async () => (await import('./SimilarCompanies.tsx')).SimilarCompanies)

export const handle = { name: phrase('New company'), editName: phrase('Edit company') }
export const clientLoader = guard({ rules: companyPolicy.create, editRules: companyPolicy.update })

/** Creates and changes companies. The address may name a new one. */
export default function CompanyForm() {
  const t = useText()
  const { uniqueId } = useParams()
  const [name] = useParam('name')
  const fields = useFieldForm(companyFields, { legalName: NameInput, companyTypeList: TypesInput })
  return (
    <FormPage
      kind="company"
      listTitle={t('Companies')}
      newTitle={t('New company')}
      nameOf={({ legalName }) => legalName}
      {...fields}
      {...(name && { preset: { legalName: name } })}
    >
      {(field) => (
        <>
          {fields.children(field)}
          <Suspense>
            <SimilarCompanies
              legalName={textOf(field('legalName').value)}
              website={textOf(field('website').value)}
              taxRefNumber={textOf(field('taxRefNumber').value)}
              butId={uniqueId}
            />
          </Suspense>
        </>
      )}
    </FormPage>
  )
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

const NameInput = (field: FieldProps) => (
  <>
    <TextInput {...field} autoComplete="off" />
    {field.error && <ExistingCompany name={String(field.value)} />}
  </>
)

const normalize = (name: string) => name.trim().toLowerCase()

/** A link to the company that already has the name, if there is one. */
const ExistingCompany = ({ name }: { name: string }) => {
  const t = useText()
  const at = useArea()
  const { data } = useList('GET /api/company/', { legalName: name.trim(), size: 20, page: 0 }, { enabled: name.trim() !== '' })
  const existing = data?.rows.find(({ legalName }) => normalize(legalName) === normalize(name))
  if (!existing) return null
  return (
    <Text size="sm" mt={-8}>
      <Anchor component={Link} to={at(`company/show/${existing.uniqueId}`)} inherit>
        {t('Open the company with this name')}
      </Anchor>
    </Text>
  )
}
