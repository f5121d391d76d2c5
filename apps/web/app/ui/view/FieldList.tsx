import { Box, Stack, Text, TextInput, UnstyledButton } from '@mantine/core'
import { conditionTypeOf } from '@tradewind/contract/kit/conditions'
import type { FieldSpec } from '@tradewind/contract/kit/entityFields'
import { isStaff } from '@tradewind/contract/roles'
import { useState } from 'react'
import { moveFocusAmong } from '#kit/browser/keyboard'
import { useIsNarrow } from '#kit/browser/useIsNarrow'
import { useActor } from '#kit/session'
import { useText } from '#kit/text'
import { labelOf } from '#ui/entity/words'
import { findMatches } from '#ui/form/searchOptions'
import { useOutsidePress } from '#ui/page/useOutsidePress'
import type { CloseEditor } from './ConditionEditor.tsx'
import styles from './view.module.css'

/** Shown instead of the fields if no filter can be added. */
export const LimitReached = ({ limit, onCancel }: { limit: number; onCancel: CloseEditor }) => {
  const t = useText()
  const pressHandlers = useOutsidePress(() => onCancel(false))
  return (
    <Text size="sm" tabIndex={-1} data-autofocus {...pressHandlers}>
      {t('At most {count} filters. Remove one first.', { count: limit })}
    </Text>
  )
}

interface FieldListProps {
  specs: ReadonlyMap<string, FieldSpec>
  onChoose: (field: string) => void
  onCancel: CloseEditor
}

/** The fields to filter by, and an input that finds one by its name. */
export const FieldList = ({ specs, onChoose, onCancel }: FieldListProps) => {
  const t = useText()
  const staff = isStaff(useActor())
  const isNarrow = useIsNarrow()
  const [search, setSearch] = useState('')
  const pressHandlers = useOutsidePress(() => onCancel(false))
  // A member is the only person in their partition.
  const offered = [...specs].filter(([, spec]) => staff || conditionTypeOf(spec) !== 'person')
  const found = findMatches(offered, ([, spec]) => labelOf(spec, t), search)
  const onSearchKey = (event: React.KeyboardEvent) => {
    if (event.key === 'Home' || event.key === 'End') event.stopPropagation() // they move the caret, not between fields
    if (event.key !== 'Enter' || event.nativeEvent.isComposing || !found[0]) return
    event.preventDefault() // else the select that takes the focus would open
    onChoose(found[0][0])
  }
  return (
    <Stack gap="xs" role="group" aria-label={t('Filter by')} onKeyDown={moveFocusAmong('input, button')} {...pressHandlers}>
      <TextInput
        size="xs"
        aria-label={t('Find a field')}
        placeholder={t('Find a field')}
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
        onKeyDown={onSearchKey}
        data-autofocus={!isNarrow || undefined} // on a phone the keyboard would cover the fields
      />
      <Box className={styles.fields}>
        {found.map(([field, spec], at) => (
          <UnstyledButton
            key={field}
            className={styles.field}
            onClick={() => onChoose(field)}
            data-autofocus={(isNarrow && at === 0) || undefined}
          >
            {labelOf(spec, t)}
          </UnstyledButton>
        ))}
        {found.length === 0 && (
          <Text span size="xs" c="dimmed">
            {t('No such field')}
          </Text>
        )}
      </Box>
    </Stack>
  )
}
