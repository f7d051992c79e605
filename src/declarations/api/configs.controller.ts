import { Body, Controller } from '@nestjs/common';
import { Tx } from '../../platform/database';
import { Field, InTx, Read, Write } from '../../platform/http';
import { ListConfigs, type DeclarationConfig } from '../use-cases/list-configs';
import { UpdateConfig } from '../use-cases/update-config';

class ConfigField {
  @Field.text() key!: string;
  @Field.oneOf(['text', 'secret', 'select']) kind!: string;
  @Field.boolean({ nullable: true }) multiline!: boolean | null;
  @Field.texts({ nullable: true }) options!: string[] | null;
}

class ConfigEndpoint {
  @Field.text() name!: string;
  @Field.text({ nullable: true }) test!: string | null;
  @Field.text({ nullable: true }) production!: string | null;
}

class ConfigResponse {
  @Field.text({ example: 'lt-isaf' }) system!: string;
  @Field.text({ example: 'LT' }) country!: string;
  @Field.text() title!: string;
  @Field.list(() => ConfigField) fields!: ConfigField[];
  @Field.list(() => ConfigEndpoint, {
    nullable: true,
    description: 'Always `null`: nothing is sent by the server.',
  })
  endpoints!: ConfigEndpoint[] | null;
  @Field.map({ description: 'What is set; secrets are never answered.' }) values!: Record<string, string>;
  @Field.texts({ addition: true, description: 'Keys of the secrets that are set.' }) secretsSet!: string[];
  @Field.boolean({ addition: true, description: 'Always false: nothing is signed or sent by the server.' })
  acceptsCertificate!: boolean;
}

class ConfigsResponse {
  @Field.text({ addition: true, example: 'LT' }) companyCountry!: string;
  @Field.list(() => ConfigResponse) rows!: ConfigResponse[];
}

class UpdateConfigRequest {
  @Field.text({ max: 60, example: 'lt-isaf' }) system!: string;
  @Field.map({
    description:
      'Values by key. Keys that are not named stay as they are; an empty one goes back to the default.',
    example: { softwareCompanyName: 'Example UAB' },
  })
  config!: Record<string, string | null>;
}

class ListConfigsRequest {
  @Field.text({
    optional: true,
    min: 2,
    max: 2,
    description: 'Only systems of this country, ISO 3166-1 alpha-2.',
  })
  country?: string;
}

@Controller()
export class ConfigsController {
  constructor(
    private readonly listConfigs: ListConfigs,
    private readonly updateConfig: UpdateConfig,
  ) {}

  @Read('declarations/configs/list', {
    summary: "Systems of the tax authority in the company's country, and what is set for them",
    request: ListConfigsRequest,
    response: ConfigsResponse,
  })
  async list(@Body() { country }: ListConfigsRequest, @InTx() tx: Tx): Promise<ConfigsResponse> {
    const configs = await this.listConfigs.execute(tx);
    const asked = configs.filter(config => country === undefined || config.country === country);
    return { companyCountry: tx.company.countryCode, rows: asked.map(shown) };
  }

  @Write('declarations/configs/update', {
    summary: 'Set values of a system of the tax authority',
    request: UpdateConfigRequest,
    response: ConfigResponse,
  })
  async update(@Body() { system, config }: UpdateConfigRequest, @InTx() tx: Tx): Promise<ConfigResponse> {
    return shown(await this.updateConfig.execute(tx, system, config));
  }
}

function shown({ system, country, title, fields, values, secretsSet }: DeclarationConfig): ConfigResponse {
  return { system, country, title, fields, endpoints: null, values, secretsSet, acceptsCertificate: false };
}
