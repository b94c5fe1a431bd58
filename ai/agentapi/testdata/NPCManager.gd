# NPCManager.gd
extends Node

class_name NPCManager

var mcp_client: WebSocketClient
var server_url = "ws://localhost:8080"

func _ready():
    mcp_client = WebSocketClient.new()
    mcp_client.connect("connection_established", self, "_on_connection_established")
    mcp_client.connect("data_received", self, "_on_data_received")
    mcp_client.connect_to_url(server_url)

func create_npc(id: String, config: Dictionary) -> void:
    var tool_request = {
        "type": "tool",
        "name": "create_agent",
        "arguments": {
            "agent_id": id,
            "config": {
                "traits": ["friendly", "helpful"],
                "initial_working_memory": "I am a shopkeeper in this town",
                "initial_long_term_memories": [
                    "I've lived here for many years",
                    "I know most of the townspeople"
                ]
            }
        }
    }
    mcp_client.send_text(JSON.print(tool_request))

func update_npc(id: String, observation: String, actions: Array) -> void:
    var tool_request = {
        "type": "tool",
        "name": "process_observation",
        "arguments": {
            "agent_id": id,
            "observation": observation,
            "available_actions": actions
        }
    }
    mcp_client.send_text(JSON.print(tool_request))

func get_npc_info(id: String) -> void:
    var resource_request = {
        "type": "resource",
        "uri": "agent://" + id + "/info"
    }
    mcp_client.send_text(JSON.print(resource_request))

func cleanup_npc(id: String) -> void:
    var tool_request = {
        "type": "tool",
        "name": "cleanup_agent",
        "arguments": {
            "agent_id": id
        }
    }
    mcp_client.send_text(JSON.print(tool_request))

func _on_connection_established(protocol: String) -> void:
    print("Connected to MCP server")

func _on_data_received() -> void:
    var response = JSON.parse(mcp_client.get_peer(1).get_packet().get_string_from_utf8())
    if response.error:
        print("Error: ", response.error_string)
        return
        
    var data = response.result
    match data.get("type"):
        "tool_response":
            _handle_tool_response(data)
        "resource_response":
            _handle_resource_response(data)

func _handle_tool_response(data: Dictionary) -> void:
    match data.get("tool"):
        "create_agent":
            print("Agent created: ", data.result.agent_id)
        "process_observation":
            var action = data.result.action
            var params = data.result.parameters
            _execute_npc_action(action, params)
        "cleanup_agent":
            print("Agent cleaned up: ", data.result.agent_id)

func _handle_resource_response(data: Dictionary) -> void:
    var info = JSON.parse(data.content).result
    print("Agent info: ", info)

func _execute_npc_action(action: String, params: Dictionary) -> void:
    # Implement game-specific action handling here
    pass
