import { Button, Checkbox, Group, NumberInput, Paper, Radio, Select, SimpleGrid, Stack, Table, Text } from '@mantine/core'
import type { FileImport } from '@tradewind/contract/crm/bulk/fileImport.contract'
import { encodingNames, keysOf, separatorNames } from '@tradewind/contract/crm/bulk/fileImport.words'
import type { Input } from '#kit/api/calls'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { useText } from '#kit/text'
import { useToast } from '#ui/page/toast'
import { useImportWords } from './words.ts'
import styles from './import.module.css'

type Change = Omit<Input<'PATCH /api/massUpload/'>, 'uniqueId'>

interface Part {
  given: FileImport
  change: (change: Change) => void
}

const useChange = ({ uniqueId }: FileImport) => {
  const toast = useToast()
  const { mutate, isPending } = useSend('PATCH /api/massUpload/', { changes: ['massUpload'] })
  const change = (given: Change) => mutate({ uniqueId, ...given }, { onError: (error) => toast.failure(error) })
  return { change, isPending }
}

/** How the file is read, and what its columns hold: guessed, and changed by hand. What is shown is read anew at once. */
export const Columns = ({ given, onCompare }: { given: FileImport; onCompare: () => void }) => {
  const t = useText()
  const toast = useToast()
  const { change, isPending } = useChange(given)
  const check = useSend('POST /api/massUpload/:uniqueId/check', { changes: ['massUpload'] })
  const compare = () =>
    check.mutateAsync({ uniqueId: given.uniqueId }).then(onCompare, (error: unknown) => {
      const failure = failureOf(error)
      const [sentence] = Object.values((failure.data ?? {}) as Record<string, string>)
      toast.failure(sentence ? new Error(sentence) : failure)
    })
  return (
    <Stack gap="md">
      <Reading given={given} change={change} />
      <Mapping given={given} change={change} />
      <Existing given={given} change={change} />
      <Group justify="flex-end">
        <Button loading={check.isPending} disabled={isPending} onClick={() => void compare()}>
          {t('Check changes')}
        </Button>
      </Group>
    </Stack>
  )
}

const Reading = ({ given: { options, sheets }, change }: Part) => {
  const t = useText()
  const choices = (names: Readonly<Record<string, string>>) =>
    Object.entries(names).map(([value, label]) => ({ value, label: t(label) }))
  return (
    <Paper withBorder p="md">
      <SimpleGrid cols={{ base: 1, sm: 3 }}>
        {options.encoding && (
          <Select
            label={t('Encoding')}
            data={choices(encodingNames)}
            value={options.encoding}
            allowDeselect={false}
            onChange={(value) => value && change({ encoding: value as NonNullable<Change['encoding']> })}
          />
        )}
        {options.separator && (
          <Select
            label={t('Separator')}
            data={choices(separatorNames)}
            value={options.separator}
            allowDeselect={false}
            onChange={(value) => value && change({ separator: value as NonNullable<Change['separator']> })}
          />
        )}
        {options.sheet !== null && (
          <Select
            label={t('Sheet')}
            data={sheets}
            value={options.sheet}
            allowDeselect={false}
            onChange={(sheet) => sheet && change({ sheet })}
          />
        )}
        <NumberInput
          label={t('Header row')}
          key={options.headerRow}
          defaultValue={options.headerRow}
          min={1}
          max={20}
          allowDecimal={false}
          onBlur={({ currentTarget: { value } }) => {
            const headerRow = Number(value)
            if (headerRow >= 1 && headerRow <= 20 && headerRow !== options.headerRow) change({ headerRow })
          }}
        />
      </SimpleGrid>
    </Paper>
  )
}

const Mapping = ({ given, change }: Part) => {
  const t = useText()
  const { labelOf } = useImportWords(given)
  const { columns, fields, options } = given
  const put = (at: number, field: string | null) =>
    change({ mapping: options.mapping.map((held, place) => (place === at ? field : held === field ? null : held)) })
  return (
    <Paper withBorder>
      <Table layout="fixed" className={styles.mapping} aria-label={t('Columns')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('Column in the file')}</Table.Th>
            <Table.Th>{t('Examples')}</Table.Th>
            <Table.Th>{t('Field')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map(({ name, samples }, at) => {
            const called = name || t('Column {number}', { number: at + 1 })
            return (
              <Table.Tr key={at}>
                <Table.Td fw={600}>{called}</Table.Td>
                <Table.Td>
                  <Text size="sm" c="dimmed">
                    {samples.join(' · ')}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <Select
                    aria-label={t('Field for {column}', { column: called })}
                    placeholder={t('Do not import')}
                    clearable
                    searchable
                    data={fields.map(({ field, required }) => ({
                      value: field,
                      label: required ? `${labelOf(field)} *` : labelOf(field),
                    }))}
                    value={options.mapping[at] ?? null}
                    onChange={(field) => put(at, field)}
                  />
                </Table.Td>
              </Table.Tr>
            )
          })}
        </Table.Tbody>
      </Table>
      <Text size="sm" c="dimmed" p="md">
        {t('Fields marked * are required for new records.')}
      </Text>
    </Paper>
  )
}

const NONE = 'none'

const Existing = ({ given: { kind, options }, change }: Part) => {
  const t = useText()
  const keys = keysOf(kind).map(([value, { label }]) => ({ value, label: t(label) }))
  return (
    <Paper withBorder p="md">
      <Stack>
        <Select
          label={t('Find existing records by')}
          data={[...keys, { value: NONE, label: t('Do not search, create all rows') }]}
          value={options.key ?? NONE}
          allowDeselect={false}
          maw={360}
          onChange={(key) => change({ key: key === NONE ? null : key })}
        />
        {options.key && (
          <>
            <Radio.Group label={t('Existing records')} value={options.existing} onChange={(existing) => change({ existing })}>
              <Stack gap={6} mt={6}>
                <Radio value="update" label={t('Update them with the file')} />
                <Radio value="skip" label={t('Leave them unchanged')} />
              </Stack>
            </Radio.Group>
            <Checkbox
              label={t('Empty cells clear the field')}
              checked={options.erase}
              disabled={options.existing === 'skip'}
              onChange={({ currentTarget: { checked } }) => change({ erase: checked })}
            />
          </>
        )}
      </Stack>
    </Paper>
  )
}
