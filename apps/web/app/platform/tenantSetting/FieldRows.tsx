import { Button, Text, VisuallyHidden } from '@mantine/core'
import { IconArchive, IconEdit, IconRestore } from '@tabler/icons-react'
import type { CustomField } from '@tradewind/contract/kit/custom/custom.contract'
import { customName, type CustomType } from '@tradewind/contract/kit/custom/custom.fields'
import { phrase } from '@tradewind/contract/kit/phrase'
import { type ComponentProps, useState } from 'react'
import { failureOf } from '#kit/api/failure'
import { useSend } from '#kit/api/query'
import { type Translate, useText } from '#kit/text'
import { confirm } from '#ui/dialog/confirm'
import type { Column } from '#ui/list/columns'
import { MoveButtons, useFocusAfterMove } from '#ui/list/MoveButtons'
import { Rows } from '#ui/list/Rows'
import { Menu } from '#ui/page/floating'
import { useToast } from '#ui/page/toast'
import { RowMenu } from '#ui/record/RowMenu'
import { Clip } from '#ui/values/Clip'
import { Day } from '#ui/values/Day'

/** The display names of the field types. */
export const customTypeNames: Readonly<Record<CustomType, string>> = {
  TEXT: phrase('Text'),
  NUMBER: phrase('Numeric value'),
  DATE: phrase('Date'),
  CHOICE: phrase('Choice'),
  SEVERAL: phrase('Several choices'),
  PERSON: phrase('Person'),
  LINK: phrase('Link'),
  YES_NO: phrase('Yes or no'),
}

const columnsIn = (t: Translate): Column<CustomField>[] => [
  {
    field: 'label',
    head: t('Name'),
    show: ({ label }) => label,
    width: '24%',
  },
  { field: 'type', head: t('Type'), show: ({ type }) => t(customTypeNames[type]), width: '15%' },
  { field: 'choices', head: t('Choices'), show: ({ choices }) => <Clip>{choicesInWords(choices)}</Clip> },
  {
    field: 'key',
    head: t('Name in the API'),
    show: ({ key }) => (
      <Text span size="sm" ff="monospace" style={{ overflowWrap: 'anywhere' }}>
        {customName(key)}
      </Text>
    ),
    width: '24%',
  },
]

const choicesInWords = (choices: CustomField['choices']) =>
  choices
    .filter(({ isRetired }) => !isRetired)
    .map(({ label }) => label)
    .join(', ')

interface UsedRowsProps {
  fields: readonly CustomField[]
  onEdit: (field: CustomField) => void
}

/** The position of each field, with the buttons that move it. */
const positionColumn = (
  t: Translate,
  fields: readonly CustomField[],
  onMove: (field: CustomField, direction: 'up' | 'down') => void,
): Column<CustomField> => ({
  field: 'position',
  head: t('Order'),
  show: (field) => <Position field={field} fields={fields} onMove={(direction) => onMove(field, direction)} />,
  width: '118px',
})

const menusIn = (t: Translate, onEdit: (field: CustomField) => void, onRetire: (field: CustomField) => void) =>
  function menuOf(field: CustomField) {
    return (
      <RowMenu name={field.label}>
        <Menu.Item leftSection={<IconEdit size={16} aria-hidden />} onClick={() => onEdit(field)}>
          {t('Edit')}
        </Menu.Item>
        <Menu.Item leftSection={<IconArchive size={16} aria-hidden />} onClick={() => onRetire(field)}>
          {t('Retire')}
        </Menu.Item>
      </RowMenu>
    )
  }

/** The fields that are in use, in the order of the form. */
export const UsedRows = ({ fields, onEdit }: UsedRowsProps) => {
  const t = useText()
  const { move, news, isMoving } = useMoves(fields)
  const retire = useRetiring()
  const [name, ...others] = columnsIn(t)
  const position = positionColumn(t, fields, (field, direction) => !isMoving && void move(field, direction))
  return (
    <>
      <VisuallyHidden role="status">{news}</VisuallyHidden>
      <Rows
        label={t('Fields in use')}
        rows={fields}
        columns={[name!, position, ...others]}
        menuOf={menusIn(t, onEdit, (field) => void retire(field))}
      />
    </>
  )
}

/** The date when each was retired, and the button that restores it. */
const retiredColumns = (t: Translate): Column<CustomField>[] => [
  { field: 'retiredAt', head: t('Retired on'), show: ({ retiredAt }) => <Day at={retiredAt} />, width: '14%' },
  { field: 'uniqueId', head: t('Action'), show: (field) => <RestoreButton field={field} />, width: '16%' },
]

/** The retired fields, each with the button that restores it. */
export const RetiredRows = ({ fields }: { fields: readonly CustomField[] }) => {
  const t = useText()
  const columns = [...columnsIn(t).filter(({ field }) => field !== 'key'), ...retiredColumns(t)]
  return <Rows label={t('Retired fields')} rows={fields} columns={columns} />
}

const RestoreButton = ({ field: { uniqueId, label } }: { field: CustomField }) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync, isPending } = useSend('POST /api/customField/:uniqueId/bringBack')
  const bringBack = () => mutateAsync({ uniqueId }).then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={isPending}
      aria-label={t('Bring {name} back', { name: label })}
      leftSection={<IconRestore size={14} aria-hidden />}
      onClick={() => void bringBack()}
    >
      {t('Bring back')}
    </Button>
  )
}

const useRetiring = () => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync } = useSend('POST /api/customField/:uniqueId/retire')
  return async ({ uniqueId, label }: CustomField) => {
    const isSure = await confirm({
      title: t('Retire this field?'),
      recordName: label,
      text: t(
        'Forms, lists, filters and exports no longer show it. Records keep their values, and you can bring it back at any time.',
      ),
      confirmLabel: t('Retire'),
    })
    if (isSure) await mutateAsync({ uniqueId }).then(toast.reply, (error: unknown) => toast.failure(failureOf(error)))
  }
}

/** Moves a field by one position: saves each field whose position changes. The pressed button keeps the focus. */
const useMoves = (fields: readonly CustomField[]) => {
  const t = useText()
  const toast = useToast()
  const { mutateAsync } = useSend('PATCH /api/customField/', { queueKey: 'customFields' })
  const keepFocus = useFocusAfterMove(fields)
  const [news, setNews] = useState('')
  const [isMoving, setMoving] = useState(false)
  const move = async (field: CustomField, direction: 'up' | 'down') => {
    const to = fields.indexOf(field) + (direction === 'up' ? -1 : 1)
    if (to < 0 || to >= fields.length) return
    const order = fields.filter((one) => one !== field).toSpliced(to, 0, field)
    const moved = order.map(({ uniqueId, position }, at) => ({ uniqueId, position: at, before: position }))
    setMoving(true)
    try {
      await Promise.all(
        moved
          .filter(({ position, before }) => position !== before)
          .map(({ uniqueId, position }) => mutateAsync({ uniqueId, position })),
      )
      keepFocus(field.uniqueId, direction)
      setNews(t('{name} is now at position {place}', { name: field.label, place: String(to + 1) }))
    } catch (error) {
      toast.failure(failureOf(error))
    }
    setMoving(false)
  }
  return { move, news, isMoving }
}

interface PositionProps {
  field: CustomField
  fields: readonly CustomField[]
  onMove: ComponentProps<typeof MoveButtons>['onMove']
}

const Position = ({ field: { uniqueId, label }, fields, onMove }: PositionProps) => {
  const at = fields.findIndex((field) => field.uniqueId === uniqueId)
  return (
    <MoveButtons uniqueId={uniqueId} name={label} isFirst={at === 0} isLast={at === fields.length - 1} onMove={onMove}>
      <Text span inherit miw="2ch">
        {at + 1}
      </Text>
    </MoveButtons>
  )
}
