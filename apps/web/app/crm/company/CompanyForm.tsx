import { Anchor, Text, Textarea, TextInput } from '@mantine/core'
import { type CompanyType, typeNames } from '@tradewind/contract/crm/company.words'
import { isMember } from '@tradewind/contract/roles'
import { Link } from 'react-router'
import { useList } from '#kit/api/query'
import { useArea } from '#kit/area'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { CountrySelect } from '#ui/form/CountrySelect'
import { FormPage } from '#ui/form/FormPage'
import { MultiPicker } from '#ui/picker/MultiPicker'
import { showIn } from './company.shown.ts'
import { labelsIn } from './company.words.ts'

const empty = { legalName: '', country: '', website: '', companyTypeList: [] as CompanyType[], address: '', taxRefNumber: '' }

/** Creates and changes companies. Staff choose among nine types, members among the first eight. */
export const CompanyForm = () => {
  const t = useText()
  const member = isMember(useActor())
  const types = Object.entries(typeNames).filter(([type]) => !member || type !== 'END_USER')
  return (
    <FormPage
      kind="company"
      listTitle={t('Companies')}
      newTitle={t('New company')}
      nameOf={({ legalName }) => legalName}
      empty={empty}
      labels={labelsIn(t)}
      required={['legalName', 'country', 'website', 'companyTypeList']}
      show={showIn(t)}
    >
      {(field, failure) => (
        <>
          <TextInput {...field('legalName')} autoComplete="off" />
          {failure?.fields['legalName'] && <TakenBy name={String(field('legalName').value)} />}
          <CountrySelect {...field('country')} />
          <TextInput {...field('website')} type="url" inputMode="url" placeholder="https://" autoComplete="off" />
          <MultiPicker {...field('companyTypeList')} data={types.map(([value, name]) => ({ value, label: t(name) }))} />
          <Textarea {...field('address')} autosize minRows={2} maxRows={8} />
          <TextInput {...field('taxRefNumber')} autoComplete="off" />
        </>
      )}
    </FormPage>
  )
}

const plain = (name: string) => name.trim().toLowerCase()

/** The way to the company that bears the name already, where one does. */
const TakenBy = ({ name }: { name: string }) => {
  const t = useText()
  const at = useArea()
  const { data } = useList('GET /api/company/', { legalName: name.trim(), size: 20, page: 0 }, { enabled: name.trim() !== '' })
  const existing = data?.rows.find(({ legalName }) => plain(legalName) === plain(name))
  if (!existing) return null
  return (
    <Text size="sm" mt={-8}>
      <Anchor component={Link} to={at(`company/show/${existing.uniqueId}`)} inherit>
        {t('Open the company with this name')}
      </Anchor>
    </Text>
  )
}
