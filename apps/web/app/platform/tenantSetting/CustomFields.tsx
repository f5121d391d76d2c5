import { Button, Stack, Tabs, Text, Title } from '@mantine/core'
import { IconForms, IconPlus } from '@tabler/icons-react'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { type CustomKind, customKinds, MAX_CUSTOM_FIELDS } from '@tradewind/contract/kit/custom/custom.fields'
import { customFieldPolicy } from '@tradewind/contract/kit/custom/custom.policy'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type ReactNode, useState } from 'react'
import { useCall } from '#kit/api/query'
import { useParam } from '#kit/browser/search-params'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { guard } from '#kit/guard'
import { useText } from '#kit/text'
import { NativeSelect } from '#ui/form/NativeSelect'
import { PageHeader } from '#ui/page/PageHeader'
import { EmptyState, QueryContent } from '#ui/page/states'
import { FieldDialog } from './FieldDialog.tsx'
import { RetiredRows, UsedRows } from './FieldRows.tsx'

export const handle = { name: phrase('Custom fields') }
export const clientLoader = guard({ rules: customFieldPolicy.create })

const kindNames: Readonly<Record<CustomKind, string>> = {
  company: phrase('Companies'),
  contact: phrase('Contacts'),
  meetingReport: phrase('Meeting Reports'),
  projectCompany: phrase('Companies in projects'),
}

const isKind = (word: string): word is CustomKind => (customKinds as readonly string[]).includes(word)

/** Instead of the id of a field that is edited: one is added. */
const NEW = 'new'

/** The custom fields that the tenant has added to its records, by kind of record. */
export default function CustomFields() {
  const t = useText()
  const [word, setWord] = useParam('kind')
  const kind = isKind(word) ? word : 'company'
  const list = useCall('GET /api/customField/', { kind, retired: 'true', page: 0, size: 500 })
  const [editedId, setEditedId] = useState<string>()
  const edited = list.data?.rows.find(({ uniqueId }) => uniqueId === editedId)
  const usedCount = list.data?.rows.filter(({ retiredAt }) => !retiredAt).length ?? 0
  const isFull = usedCount >= MAX_CUSTOM_FIELDS
  const add = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setEditedId(NEW)} disabled={isFull}>
      {t('New field')}
    </Button>
  )
  return (
    <Stack>
      <PageHeader title={t('Custom fields')}>{list.data?.rows.length !== 0 && add}</PageHeader>
      <Text c="dimmed" maw="72ch">
        {t(
          'They appear in forms, on record pages, in lists, filters and exports, for everyone in the tenant. {used} of {most} fields are in use here.',
          { used: usedCount, most: MAX_CUSTOM_FIELDS },
        )}
      </Text>
      <Kinds kind={kind} onChoose={setWord}>
        <QueryContent of={list} height={220}>
          {({ rows }) =>
            rows.length === 0 ? (
              <EmptyState
                icon={IconForms}
                title={t('No custom fields yet')}
                text={t(
                  'Add what you keep about these records and the form does not ask yet: an industry, a contract date, a link.',
                )}
              >
                {add}
              </EmptyState>
            ) : (
              <Fields fields={rows} onEdit={({ uniqueId }) => setEditedId(uniqueId)} />
            )
          }
        </QueryContent>
      </Kinds>
      {(edited || editedId === NEW) && <FieldDialog kind={kind} field={edited} onClose={() => setEditedId(undefined)} />}
    </Stack>
  )
}

interface KindsProps {
  kind: CustomKind
  onChoose: (kind: string) => void
  children: ReactNode
}

/** One kind of record at a time: by tabs, on a phone by a select. */
const Kinds = ({ kind, onChoose, children }: KindsProps) => {
  const t = useText()
  const label = t('Kind of record')
  if (useIsNarrow()) {
    return (
      <Stack>
        <NativeSelect
          label={label}
          data={customKinds.map((value) => ({ value, label: t(kindNames[value]) }))}
          value={kind}
          onChange={(event) => onChoose(event.currentTarget.value)}
        />
        {children}
      </Stack>
    )
  }
  return (
    <Tabs value={kind} onChange={(chosen) => chosen && onChoose(chosen)}>
      <Tabs.List aria-label={label}>
        {customKinds.map((value) => (
          <Tabs.Tab key={value} value={value}>
            {t(kindNames[value])}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={kind} pt="md">
        {children}
      </Tabs.Panel>
    </Tabs>
  )
}

interface FieldsProps {
  fields: readonly CustomField[]
  onEdit: (field: CustomField) => void
}

const Fields = ({ fields, onEdit }: FieldsProps) => {
  const t = useText()
  const used = fields.filter(({ retiredAt }) => !retiredAt)
  const retired = fields.filter(({ retiredAt }) => retiredAt)
  return (
    <Stack gap="xl">
      {used.length > 0 ? <UsedRows fields={used} onEdit={onEdit} /> : <Text c="dimmed">{t('No field is in use.')}</Text>}
      {retired.length > 0 && (
        <Stack gap="xs" component="section" aria-labelledby="retired">
          <Title order={2} size="h4" id="retired">
            {t('Retired fields')}
          </Title>
          <Text size="sm" c="dimmed" maw="72ch">
            {t('These are no longer shown. Records keep their values, and show them again once a field is brought back.')}
          </Text>
          <RetiredRows fields={retired} />
        </Stack>
      )}
    </Stack>
  )
}
