import { businessServices, capabilityServices, type ServiceKey } from '@tradewind/contract/site/lead.words'
import { type SyntheticEvent, useId } from 'react'
import { useText } from '#kit/text'
import { fieldOf } from './enquiry.values.ts'
import { useClosing } from './useClosing.ts'

interface ServiceFieldProps {
  /** How many are chosen. */
  count: number
  error?: string | undefined
}

/** The list opens below its line, which may stand at the foot of the window. */
const bringIntoSight = ({ currentTarget }: SyntheticEvent<HTMLDetailsElement>) => {
  if (currentTarget.open) currentTarget.lastElementChild?.scrollIntoView({ block: 'nearest' })
}

/** The services, in two groups, behind one line that says how many are chosen. */
export const ServiceField = ({ count, error }: ServiceFieldProps) => {
  const t = useText()
  const id = useId()
  return (
    <div role="group" aria-labelledby={id} className="seek-field">
      <span id={id}>{t('Services')}</span>
      <details ref={useClosing()} onToggle={bringIntoSight} data-invalid={error ? true : undefined}>
        <summary aria-describedby={error && `${id}-error`}>
          {count > 0 ? t('{count} service chosen|{count} services chosen', { count }) : t('Choose services')}
        </summary>
        <div className="seek-services">
          <Group title={t('Business Development Services')} services={businessServices} />
          <Group title={t('Capability Development Services')} services={capabilityServices} />
        </div>
      </details>
      {error && (
        <p id={`${id}-error`} className="seek-error">
          {error}
        </p>
      )}
    </div>
  )
}

const Group = ({ title, services }: { title: string; services: readonly (readonly [ServiceKey, string])[] }) => {
  const t = useText()
  return (
    <fieldset>
      <legend>{title}</legend>
      {services.map(([key, name]) => (
        <label key={key}>
          <input type="checkbox" name={fieldOf(key)} />
          {t(name)}
        </label>
      ))}
    </fieldset>
  )
}
